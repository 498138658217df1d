import { Cron } from 'croner'
import type { ServerContext } from '../context.ts'
import { SingleFlight } from '../single-flight.ts'
import { insertMissedRun } from '../store/campaigns/runs.ts'
import { readBotConfig, readBotConfigs } from '../store/configuration/bot-configs.ts'
import type { BotConfigRow } from '../store/configuration/configuration-tables.ts'
import { lockConfiguration } from '../store/configuration/audit.ts'
import type { Tx } from '../store/store.ts'
import { readCampaign, type CampaignConfig } from './campaign-config.ts'
import { planCampaign, startRun, type CampaignContext } from './start-run.ts'

const LOOK_EVERY_MS = 15_000
const MINUTE_MS = 60_000
/** What was slept through for longer is not sent late. */
const LATE_MS = 15 * MINUTE_MS
/** The log says of no older time that it was missed: a hotel that was closed for a month has other worries. */
const MISSED_WITHIN_MS = 24 * 60 * MINUTE_MS

const DAYS_OF_WEEK: Record<Exclude<CampaignConfig['frequency'], 'Run Once'>, string> = {
  Daily: '*',
  Weekdays: '1-5',
  Weekend: '0,6',
}

export type SchedulerContext = CampaignContext & Pick<ServerContext, 'store' | 'log'>

/** Looks which campaigns' time has come, in every process: the slot's row lets one of them start the run. */
export class CampaignScheduler {
  readonly #ctx: SchedulerContext
  readonly #readNow: () => Date
  readonly #flight: SingleFlight
  #timer: NodeJS.Timeout | null = null

  constructor(ctx: SchedulerContext, readNow: () => Date = () => new Date()) {
    this.#ctx = ctx
    this.#readNow = readNow
    this.#flight = new SingleFlight(
      () => this.#look(),
      (error) => ctx.log.error('campaigns', error),
    )
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), LOOK_EVERY_MS)
    void this.wake()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#flight.stop()
  }

  /** Looks now. Resolves when the runs that are due have been started. */
  wake(): Promise<void> {
    return this.#flight.wake()
  }

  async #look(): Promise<void> {
    const { store, log, settings } = this.#ctx
    const now = this.#readNow()
    for (const row of await readBotConfigs(store.db, 'cronCampaigns')) {
      try {
        const due = findDue(row, settings.hotelTimeZone, now)
        if (due !== null) await this.#runDue(row, due, now)
      } catch (error) {
        // One bad campaign harms no other.
        log.error('campaign', error, { campaign: row.id })
      }
    }
  }

  async #runDue(row: BotConfigRow, { slot, at }: Due, now: Date): Promise<void> {
    const { store } = this.#ctx
    const known = await store.db
      .selectFrom('campaignRuns')
      .select('id')
      .where('campaignId', '=', row.id)
      .where('slot', '=', slot)
      .executeTakeFirst()
    if (known) return
    if (now.getTime() - at.getTime() <= LATE_MS) {
      await store.transact((tx) => this.#start(tx, row.id, slot, now))
      return
    }
    const name = readCampaign(row)?.name ?? ''
    await insertMissedRun(store.db, { campaignId: row.id, name, config: row.config, slot })
  }

  /** What can't run now (its dialog is gone) may within the quarter of an hour; after that the log says that it was missed. */
  async #start(tx: Tx, id: string, slot: string, now: Date): Promise<void> {
    await lockConfiguration(tx)
    const row = await readBotConfig(tx, 'cronCampaigns', id)
    const config = row && readCampaign(row)
    if (config?.isEnabled !== true) return
    const plan = await planCampaign(this.#ctx, tx, { id, config }, { testUsersOnly: false, now })
    if ('problem' in plan) return
    await startRun(tx, { id, config }, plan, { slot, testUsersOnly: false, startedBy: null })
  }
}

interface Due {
  /** The day and time by the campaign's clock, `2026-11-25T09:00`: a clock that is put back gives it once. */
  slot: string
  at: Date
}

/** The last time at which a campaign was to run, where that is news: after it was set, and within a day. */
export function findDue(row: BotConfigRow, hotelTimeZone: string, now: Date): Due | null {
  const config = readCampaign(row)
  if (config?.isEnabled !== true || config.frequency === 'Run Once') return null
  const [hours, minutes] = config.time.split(':')
  const timezone = config.timeZone ?? hotelTimeZone
  const pattern = `${Number(minutes)} ${Number(hours)} * * ${DAYS_OF_WEEK[config.frequency]}`
  // It gives times before the reference: this very minute is one of them.
  const [at] = new Cron(pattern, { timezone, paused: true }).previousRuns(1, new Date(now.getTime() + 1))
  if (at === undefined || at < row.updatedAt || now.getTime() - at.getTime() > MISSED_WITHIN_MS) return null
  return { slot: writeSlot(at, timezone), at }
}

function writeSlot(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  return parts.replace(' ', 'T')
}
