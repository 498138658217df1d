import { Device, EPOCH_MS } from './device.ts'
import { Environment, HEARTBEAT_MS, type Manner } from './environment.ts'
import { PEOPLE, type Colleague } from './environment-people.ts'
import type { PageState } from './inside/page.ts'
import { DexieRejections } from './dexie-rejections.ts'
import { Ledger } from './ledger.ts'
import { Line } from './line.ts'
import { beginTask, forgetWatchers } from './tab-databases.ts'
import { Tab } from './tab.ts'
import type { TabProgram } from './tab-program.ts'
import { World } from './world.ts'

const ORIGIN = 'https://bot.example'
/** Where the same people and chats have the same ids; its words are other ones. */
const OTHER_ORIGIN = 'https://other.example'
const OTHER_WORDS = 500_000
const TABS = 4
/** What a browser gives its worker for one event. */
const WORKER_MS = 60_000

export type SignedIn = Extract<PageState, { kind: 'signed-in' }>

/** A computer at the reception, with whoever works at it. */
export interface Desk {
  index: number
  device: Device
  line: Line
  tabs: (Tab | null)[]
  worker: Tab | null
  /** Who signed in there last. */
  user: Colleague
}

/** One environment, two computers, their tabs and workers, guests who write: all in one virtual time. */
export class Hotel {
  readonly world: World
  readonly origin: string
  readonly environment: Environment
  readonly desks: Desk[]
  readonly ledger: Ledger
  /** All tabs that ever were, for what they have logged. */
  readonly everyTab: Tab[] = []
  /** Another environment, in which the same people work at the same computers; null where there is none. */
  other: Hotel | null = null
  readonly #program: TabProgram
  readonly #ofDatabases = new DexieRejections()

  /** `place`: a world of its own, with this chance; or the one of a hotel whose computers it shares. */
  constructor(manner: Manner, program: TabProgram, place: { seed: number } | { beside: Hotel }) {
    const first = 'beside' in place ? place.beside : null
    this.#program = program
    this.origin = first ? OTHER_ORIGIN : ORIGIN
    this.world = 'beside' in place ? place.beside.world : new World(place.seed, beginTask)
    this.environment = new Environment(manner, () => EPOCH_MS + this.world.now, first ? 'other-' : '')
    this.ledger = new Ledger(first ? OTHER_WORDS : 0)
    this.desks = PEOPLE.map((user, index) => {
      const line = new Line(this.world, this.environment)
      const device = first?.desk(index).device ?? new Device(`device-${index}`, this.world)
      device.addLine(this.origin, line)
      return { index, device, line, tabs: Array<Tab | null>(TABS).fill(null), worker: null, user }
    })
  }

  /** It, and the one beside it. */
  get all(): Hotel[] {
    return this.other ? [this, this.other] : [this]
  }

  /** Everyone is signed in, at two tabs and at one. */
  async begin(): Promise<void> {
    this.world.install()
    this.#ofDatabases.begin((reason) => this.world.isOfTheLiving(reason))
    await this.#open()
    const first = this.desks[0]
    if (first) this.openTab(first, 1)
    await this.world.pass(100)
  }

  /** From now on everyone works in another environment, too, at a tab of its own. */
  async beginOther(): Promise<void> {
    this.other = new Hotel(this.environment.manner, this.#program, { beside: this })
    await this.other.#open()
  }

  async #open(): Promise<void> {
    const beat = () => {
      this.environment.beat()
      this.world.later(null, HEARTBEAT_MS, beat)
    }
    beat()
    for (const desk of this.desks) this.openTab(desk, 0)
    await this.world.settle()
    for (const desk of this.desks) void desk.tabs[0]?.page?.signIn(desk.user.username, desk.user.username)
    await this.world.pass(1_500)
  }

  end(): void {
    for (const { everyTab } of this.all) for (const tab of everyTab) tab.kill()
    forgetWatchers()
    this.#ofDatabases.end()
    this.world.uninstall()
  }

  /** A guest's next words. */
  nextGuestWord(): string {
    return `guestword${(this.origin === ORIGIN ? 0 : OTHER_WORDS) + this.environment.log.newest()}.`
  }

  /** What failed in a tab or a worker that lives, and nobody waited for. */
  rejections(): unknown[] {
    return [...this.world.rejections, ...this.#ofDatabases.read()]
  }

  desk(index: number): Desk {
    const desk = this.desks[index]
    if (!desk) throw new Error(`there is no desk ${index}`)
    return desk
  }

  openTab(desk: Desk, index: number): Tab {
    const known = desk.tabs[index]
    if (known && !known.isDead) return known
    const tab = this.#createTab(desk, `${desk.device.name} tab ${index}`)
    desk.tabs[index] = tab
    // Where it can't begin, it says so, and somebody loads it anew.
    tab.open().catch(() => undefined)
    return tab
  }

  /** A tab in which somebody can act: the one that is asked for, or another that is alive and not frozen. */
  findTab(desk: Desk, index: number): Tab | null {
    const asked = desk.tabs[index]
    if (asked && isAwake(asked)) return asked
    return desk.tabs.find((tab) => tab && isAwake(tab)) ?? null
  }

  /** The browser wakes the worker for a `sync` (O5), unless it still works on the last one. */
  runWorker(desk: Desk): Tab {
    if (desk.worker && !desk.worker.isDead) return desk.worker
    const worker = this.#createTab(desk, `${desk.device.name} worker`)
    desk.worker = worker
    desk.device.isSyncRegistered = false
    void this.#flush(worker).then((isDone) => {
      // Rejected: the browser tries again.
      if (!isDone) desk.device.isSyncRegistered = true
      worker.kill()
    })
    return worker
  }

  async #flush(worker: Tab): Promise<boolean> {
    const { code } = worker
    const late = new AbortController()
    this.world.later(worker, WORKER_MS, () => late.abort())
    const sessionDb = new code.SessionDatabase()
    const locks = worker.locks as LockManager
    try {
      await sessionDb.open()
      return (await code.flushBriefly(sessionDb, locks, late.signal)).waiting === 0
    } catch {
      return false
    }
  }

  #createTab(desk: Desk, name: string): Tab {
    const tab = new Tab(name, desk.device, this.origin, this.#program)
    this.everyTab.push(tab)
    return tab
  }
}

function isAwake(tab: Tab): boolean {
  return !tab.isDead && !tab.isFrozen
}

/** What a tab shows to who is signed in; null where nobody is, or it still starts. */
export function readSignedIn(tab: Tab | null): SignedIn | null {
  const state = tab?.page?.state()
  return state?.kind === 'signed-in' ? state : null
}
