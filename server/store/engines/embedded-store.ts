import { Worker } from 'node:worker_threads'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { findWorkerFile } from '../../worker-file.ts'
import type { Channel, StoreDriver } from '../store.ts'
import { lockFolder } from './folder-lock.ts'
import { Lane, type Release } from './lane.ts'
import {
  DatabaseError,
  type WireResult,
  type WorkerReply,
  type WorkerRequest,
  type WorkerStart,
} from './worker-protocol.ts'

type RequestBody = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/**
 * Opens the embedded database in `folder` (E1): locks the folder, starts the worker thread, waits until it is ready.
 * `workerFile` is the built `pglite-worker.js`; by default the one beside this build.
 *
 * @throws FolderLockedError where another process has the folder.
 */
export async function openEmbeddedDriver(
  folder: string,
  onCrash: (error: Error) => void,
  workerFile = findWorkerFile('pglite-worker.js'),
): Promise<StoreDriver> {
  const lock = await lockFolder(folder)
  try {
    const thread = await DatabaseThread.start({ folder: `${folder}/database` }, workerFile, onCrash)
    const lane = new Lane()
    return {
      kind: 'embedded',
      pool: createPool(thread, () => lane.take(), false),
      patientPool: createPool(thread, () => lane.takePatiently(), true),
      listen: (channel, wake) => thread.listen(channel, wake),
      countSyncs: () => thread.countSyncs(),
      async close() {
        await thread.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * PGlite has one session, so there is one lane: a connection is handed to one taker at a time, and a whole transaction keeps
 * it.
 */
function createPool(thread: DatabaseThread, take: () => Promise<Release>, isPatient: boolean): PostgresPool {
  return {
    connect: async () => new LaneClient(thread, take, await take(), isPatient),
    end: () => Promise.resolve(),
  }
}

const BEGINS = /^\s*begin\s*$/i
const BEGINS_OTHERWISE = /^\s*(?:begin|start)\b/i
const ENDS = /^\s*(?:commit|rollback)\s*$/i
const NOTHING: WireResult = { command: '', rowCount: 0, rows: [] }

/**
 * The thread does what it is told in the order in which it is told. So the lane is the next taker's as soon as a transaction's end,
 * or a statement that is none's, has been handed to it, and the thread does not stand idle while its answer is on the way.
 */
class LaneClient implements PostgresPoolClient {
  readonly #thread: DatabaseThread
  readonly #take: () => Promise<Release>
  #release: Release | null
  readonly #isPatient: boolean
  /** `begun`: the thread has not been told yet. */
  #transaction: 'none' | 'begun' | 'open' = 'none'

  constructor(thread: DatabaseThread, take: () => Promise<Release>, release: Release, isPatient: boolean) {
    this.#thread = thread
    this.#take = take
    this.#release = release
    this.#isPatient = isPatient
  }

  readonly query = (async (sql: string, params: readonly unknown[] = []) => {
    if (ENDS.test(sql)) return this.#end(sql)
    this.#release ??= await this.#take()
    if (BEGINS.test(sql)) {
      this.#transaction = 'begun'
      return NOTHING
    }
    // What it asks for would be lost with a BEGIN that goes with the first statement.
    if (BEGINS_OTHERWISE.test(sql))
      throw new Error(`the embedded database begins no transaction with '${sql}'`)
    const isFirst = this.#transaction === 'begun'
    if (isFirst) this.#transaction = 'open'
    const answer = this.#thread.query(sql, [...params], isFirst)
    // A patient one's may be long: no other of these is to be handed over behind it, before whoever comes meanwhile.
    if (this.#transaction === 'none' && !this.#isPatient) this.release()
    return answer
  }) as PostgresPoolClient['query']

  readonly release = (): void => {
    this.#release?.()
    this.#release = null
  }

  /** A COMMIT that is refused has ended its transaction: the ROLLBACK that is sent after it would meet the next taker's. */
  #end(sql: string): Promise<WireResult> {
    const isOpen = this.#transaction === 'open'
    this.#transaction = 'none'
    const answer = isOpen ? this.#thread.query(sql, [], false) : Promise.resolve(NOTHING)
    this.release()
    return answer
  }
}

/** Requests and replies between this thread and the database's. */
class DatabaseThread {
  readonly #worker: Worker
  readonly #pending = new Map<
    number,
    { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }
  >()
  readonly #listeners = new Map<string, Set<() => void>>()
  #nextId = 1
  #ended: Error | null = null

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  static async start(
    data: WorkerStart,
    file: string,
    onCrash: (error: Error) => void,
  ): Promise<DatabaseThread> {
    const worker = new Worker(file, { workerData: data })
    const thread = new DatabaseThread(worker)
    await new Promise<void>((resolve, reject) => {
      let isReady = false
      const fail = (error: Error) => {
        thread.#end(error)
        if (isReady) onCrash(error)
        else reject(error)
      }
      worker.on('message', (reply: WorkerReply) => {
        if (reply.kind === 'ready') {
          isReady = true
          resolve()
        } else if (reply.kind === 'failed') reject(new DatabaseError(reply.error))
        else thread.#receive(reply)
      })
      worker.on('error', (error: unknown) => fail(toError(error)))
      worker.on('exit', () => {
        if (!thread.#ended) fail(new Error('the embedded database stopped'))
      })
    })
    return thread
  }

  /** `isFirst`: a transaction begins with it. */
  async query(sql: string, params: unknown[], isFirst: boolean): Promise<WireResult> {
    const reply = await this.#request({ kind: 'query', sql, params, isFirst })
    if (reply.kind !== 'result') throw new Error('unexpected reply')
    return reply.result
  }

  async listen(channel: Channel, wake: () => void): Promise<() => void> {
    const known = this.#listeners.get(channel)
    const listeners = known ?? new Set()
    listeners.add(wake)
    if (!known) {
      this.#listeners.set(channel, listeners)
      await this.#request({ kind: 'listen', channel })
    }
    wake()
    return () => listeners.delete(wake)
  }

  async countSyncs(): Promise<number> {
    const reply = await this.#request({ kind: 'sync-count' })
    if (reply.kind !== 'count') throw new Error('unexpected reply')
    return reply.count
  }

  async close(): Promise<void> {
    if (this.#ended) return
    await this.#request({ kind: 'close' })
    this.#end(new Error('the embedded database is closed'))
    await this.#worker.terminate()
  }

  #request(body: RequestBody): Promise<WorkerReply> {
    if (this.#ended) return Promise.reject(this.#ended)
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage({ ...body, id })
    })
  }

  #receive(reply: WorkerReply): void {
    if (reply.kind === 'notification') {
      for (const wake of this.#listeners.get(reply.channel) ?? []) wake()
      return
    }
    if (!('id' in reply)) return
    const waiting = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if (reply.kind === 'error') waiting?.reject(new DatabaseError(reply.error))
    else waiting?.resolve(reply)
  }

  #end(error: Error): void {
    this.#ended = error
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? new Error(error.message.slice(0, 500)) : new Error(String(error))
}
