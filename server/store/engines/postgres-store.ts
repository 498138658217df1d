import pg from 'pg'
import type { Log } from '../../log.ts'
import { CHANNELS, type Channel, type StoreDriver } from '../store.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { ANSWER_MS, configureCalls, configureLongWork } from './postgres-settings.ts'

/** Beside the one that listens. A database has few to give, and more at once are no faster: the log's lock is one. */
const POOL_SIZE = 4
const RELISTEN_MS = 500

/** Opens a pool on PostgreSQL and one client that listens (STACK pitfall 4). Throws where it can't be reached. */
export async function openPostgresDriver(databaseUrl: string, log: Log): Promise<StoreDriver> {
  const config = configureCalls(databaseUrl)
  const pool = openPool({ ...config, max: POOL_SIZE })
  const longPool = openPool({ ...configureLongWork(databaseUrl), max: 1 })
  const probe = await pool.connect()
  probe.release()
  const listener = new Listener(config, log)
  await listener.start()
  return {
    kind: 'postgres',
    pool: createPostgresPool(pool, ANSWER_MS),
    longPool: createPostgresPool(longPool, null),
    listen: (channel, wake) => Promise.resolve(listener.add(channel, wake)),
    countSyncs: () => Promise.resolve(null),
    async close() {
      await listener.stop()
      await Promise.all([pool.end(), longPool.end()])
    },
  }
}

/** What happens to a connection that is idle concerns nobody, and one that is in use tells who uses it. */
function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  // A shutdown of the database reaches clients that are checked out, too.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** One connection that listens on all channels, made again whenever it is lost; every (re)connection wakes everybody. */
class Listener {
  readonly #config: pg.ClientConfig
  readonly #log: Log
  readonly #wakes = new Map<string, Set<() => void>>(CHANNELS.map((channel) => [channel, new Set()]))
  #client: pg.Client | null = null
  #retry: NodeJS.Timeout | null = null
  #isStopped = false

  constructor(config: pg.ClientConfig, log: Log) {
    this.#config = config
    this.#log = log
  }

  add(channel: Channel, wake: () => void): () => void {
    const wakes = this.#wakes.get(channel)
    wakes?.add(wake)
    wake()
    return () => wakes?.delete(wake)
  }

  async start(): Promise<void> {
    const client = new pg.Client(this.#config)
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, new Error('connection ended')))
    client.on('notification', ({ channel }) => this.#wake(channel))
    await client.connect()
    await client.query(CHANNELS.map((channel) => `listen ${channel}`).join('; '))
    if (this.#isStopped) return client.end()
    this.#client = client
    for (const channel of CHANNELS) this.#wake(channel)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#retry) clearTimeout(this.#retry)
    await this.#client?.end()
  }

  #wake(channel: string): void {
    for (const wake of this.#wakes.get(channel) ?? []) wake()
  }

  /** One that never listened fails its `start`, which is tried again by whoever called it: not here, or there would be two. */
  #lose(client: pg.Client, error: Error): void {
    if (this.#isStopped || this.#client !== client) return
    this.#client = null
    this.#log.info('database listener lost', { error: error.message })
    this.#scheduleRestart()
  }

  #scheduleRestart(): void {
    this.#retry = setTimeout(() => {
      this.#retry = null
      if (this.#isStopped) return
      this.start().catch(() => this.#scheduleRestart())
    }, RELISTEN_MS)
  }
}
