import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import packageJson from '../package.json'
import { causeAlerts } from './alerts/cause-alerts.ts'
import { prepareAlerts, type AlertOptions } from './alerts/start-alerts.ts'
import { createApp } from './app.ts'
import { AttachmentService } from './attachments/attachment-service.ts'
import { Brain } from './bot/brain.ts'
import { registerBot } from './bot/register-bot.ts'
import { createTrainer, type Trainer } from './bot/train-in-thread.ts'
import { answerCampaign } from './campaigns/answer-campaign.ts'
import { CampaignScheduler } from './campaigns/campaign-scheduler.ts'
import { registerCampaigns } from './campaigns/register-campaigns.ts'
import { createCauseDeliveries } from './channels/cause-deliveries.ts'
import { listSenders, prepareChannels, type ChannelOptions } from './channels/channel-service.ts'
import type { ServerContext } from './context.ts'
import { prepareHotel } from './demo/prepare-hotel.ts'
import { createListener, type ListenerOptions } from './http/listener.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { createLog, type Log } from './log.ts'
import { startMaintenance } from './maintenance.ts'
import { Pulse } from './pulse.ts'
import { causePushes } from './push/cause-pushes.ts'
import { preparePush, reportContact, type PushOptions } from './push/start-push.ts'
import { acceptSockets } from './realtime/accept-sockets.ts'
import { ChangeFeed } from './realtime/change-feed.ts'
import { RowFeed } from './realtime/row-feed.ts'
import { SocketHub } from './realtime/socket-hub.ts'
import type { Settings } from './settings-types.ts'
import type { SpeechOptions } from './speech/choose-voice.ts'
import { registerSpeech } from './speech/register-speech.ts'
import { SpeechService } from './speech/speech-service.ts'
import { createCommit } from './store/log/commit-changes.ts'
import { readIsDemonstration } from './store/meta.ts'
import { openStore, type StoreOptions } from './store/open-store.ts'
import { prepareSecrets } from './store/secrets/prepare-secrets.ts'
import type { SecretBox } from './store/secrets/secret-box.ts'
import type { Store } from './store/store.ts'

/** A server that answers. */
export interface RunningServer {
  /** Such as `http://localhost:3978`. */
  url: string
  port: number
  context: ServerContext
  /** Stops accepting, finishes what runs, and ends within 5 s (CONTRACT section 9). Safe to call twice. */
  stop(): Promise<void>
}

export interface StartOptions extends StoreOptions {
  log?: Log
  /** Tests beat faster than CONTRACT section 4. */
  sockets?: { heartbeatMs?: number }
  listener?: ListenerOptions
  push?: PushOptions
  alerts?: AlertOptions
  channels?: ChannelOptions
  speech?: SpeechOptions
  /** The clock by which campaigns run. */
  campaigns?: { readNow(): Date }
  /** By default the build's own thread. */
  trainer?: Trainer
}

/** What a stop waits at most for each of its steps, of the 5 s in all (CONTRACT section 9). */
export const STOP_STEPS_MS = { requests: 2_500, work: 1_000, store: 1_200 }
const IDLE_SWEEP_MS = 25

/**
 * Opens the database, prepares the hotel, listens. Throws, with everything closed again, where the folder is locked, the
 * database can't be reached, a setting is refused or the port is taken.
 */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog('info')
  const store = await openStore(settings, log, options)
  try {
    const secrets = await prepareSecrets(store, settings, log)
    await prepareHotel(store, settings)
    return await serveStore(settings, { store, secrets, log }, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function serveStore(
  settings: Settings,
  { store, secrets, log }: { store: Store; secrets: SecretBox; log: Log },
  options: StartOptions,
): Promise<RunningServer> {
  const commitChanges = createCommit([causePushes, causeAlerts, createCauseDeliveries(listSenders(settings))])
  const pulse = new Pulse(store, log)
  const feed = new ChangeFeed(store, log, pulse)
  const attachments = new AttachmentService(settings, store, log)
  const context: ServerContext = {
    settings,
    store,
    secrets,
    commitChanges,
    attachments,
    log,
    version: packageJson.version,
    brain: new Brain(store.db, options.trainer ?? createTrainer()),
    jobs: new JobRunner(store, log, commitChanges, pulse),
    feed,
    sockets: new SocketHub(store, feed, log, {
      isPlain: settings.capabilities === 'none',
      ...options.sockets,
    }),
    push: await preparePush(settings, { store, secrets, log, pulse, options: options.push }),
    alerts: prepareAlerts(settings, { store, log, pulse, options: options.alerts }),
    channels: prepareChannels(settings, {
      store,
      log,
      pulse,
      secrets,
      attachments,
      commitChanges,
      options: options.channels,
    }),
    speech: new SpeechService(store, settings, options.speech),
    isDemonstration: await readIsDemonstration(store.db),
  }
  const rows = settings.capabilities === 'all' ? new RowFeed(store, context.sockets, { log, pulse }) : null
  registerCampaigns(context)
  registerSpeech(context)
  const campaigns = new CampaignScheduler(context, options.campaigns?.readNow)
  registerBot(context, answerCampaign)
  const app = createApp(context)
  const server = createListener(settings, app, log, options.listener)
  const refuseSockets = acceptSockets(server, context)
  await feed.start()
  await context.sockets.start()
  await rows?.start()
  await context.speech.enqueueMissing()
  await context.jobs.start()
  await context.push?.runner.start()
  await context.alerts.runner.start()
  await context.channels.runner.start()
  campaigns.start()
  pulse.start()
  const stopMaintenance = startMaintenance(
    store,
    { attachments: context.attachments, speech: context.speech },
    log,
  )

  const stopWork = () => {
    context.brain.stop()
    return Promise.all([
      campaigns.stop(),
      context.jobs.stop(),
      context.push?.runner.stop(),
      context.alerts.runner.stop(),
      context.channels.runner.stop(),
      context.sockets.stop(),
      rows?.stop(),
      feed.stop(),
      pulse.stop(),
      context.attachments.stop(),
      context.speech.stop(),
      stopMaintenance(),
    ])
  }
  let stopping: Promise<void> | null = null
  const stop = async () => {
    refuseSockets()
    const requests = drainRequests(server)
    await context.sockets.stop()
    await waitAtMost(requests, STOP_STEPS_MS.requests)
    server.closeAllConnections()
    await waitAtMost(stopWork(), STOP_STEPS_MS.work)
    await waitAtMost(store.close(), STOP_STEPS_MS.store)
  }
  try {
    const port = await listen(server, settings)
    reportContact(context.push, log)
    return { url: describeUrl(settings, port), port, context, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await stopWork()
    throw error
  }
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** The name that a person types: `localhost` where the server listens on the loopback or everywhere. */
function describeUrl({ host, tlsCert }: Settings, port: number): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${tlsCert === null ? 'http' : 'https'}://${name}:${port}`
}

/** No further connection is taken; those that finish a request are closed instead of kept alive. */
async function drainRequests(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearInterval(sweep)
}

/** What hangs is left behind: its transaction is rolled back when the process ends. */
async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => undefined), deadline])
  clearTimeout(timer)
}
