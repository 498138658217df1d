import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { DurableNodeFS } from './durable-fs.ts'
import { KeptStatements } from './kept-statements.ts'
import type { WireError, WorkerReply, WorkerRequest, WorkerStart } from './worker-protocol.ts'

/**
 * The embedded database's thread (E1): a long query stalls this thread, never the sockets. It is an entry of its own in
 * the build, started by `embedded-store.ts`.
 */
const port = parentPort
if (!port) throw new Error('the embedded database runs in a worker thread only')
const send = (reply: WorkerReply) => port.postMessage(reply)

/** `-F` is dropped and the log is synced by fsync, which `DurableNodeFS` passes on (STACK pitfall 2). */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

void runWorker(workerData as WorkerStart)

async function runWorker({ folder }: WorkerStart): Promise<void> {
  const fs = new DurableNodeFS(folder)
  let database: PGlite
  try {
    database = await PGlite.create({
      fs,
      startParams: START_PARAMS,
      parsers: { [types.INT8]: (text) => Number(text), [types.BYTEA]: parseBytes },
      serializers: { [types.BYTEA]: writeBytes },
    })
    await database.exec("set time zone 'UTC'")
  } catch (error) {
    send({ kind: 'failed', error: describeError(error) })
    return
  }
  const statements = new KeptStatements(database)
  let last = Promise.resolve()
  port?.on('message', (request: WorkerRequest) => {
    last = last.then(() => answer({ database, statements, fs }, request))
  })
  send({ kind: 'ready' })
}

/** Whole buffers at once: PGlite's own conversion goes byte by byte and takes seconds for a photo. */
function parseBytes(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex')
}

function writeBytes(value: unknown): string {
  if (!(value instanceof Uint8Array)) throw new Error('bytes are expected')
  return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}

interface Opened {
  database: PGlite
  statements: KeptStatements
  fs: DurableNodeFS
}

/** Never rejects. */
async function answer({ database, statements, fs }: Opened, request: WorkerRequest): Promise<void> {
  const { id } = request
  try {
    switch (request.kind) {
      case 'query':
        if (request.isFirst) await statements.run('begin', [])
        send({ kind: 'result', id, result: await statements.run(request.sql, request.params) })
        return
      case 'listen': {
        const { channel } = request
        await database.listen(channel, () => send({ kind: 'notification', channel }))
        send({ kind: 'done', id })
        return
      }
      case 'sync-count':
        send({ kind: 'count', id, count: fs.syncCount })
        return
      case 'close':
        await database.close()
        send({ kind: 'done', id })
        port?.close()
    }
  } catch (error) {
    send({ kind: 'error', id, error: describeError(error) })
  }
}

function describeError(error: unknown): WireError {
  if (!(error instanceof Error)) return { message: String(error) }
  const code: unknown = Reflect.get(error, 'code')
  const constraint: unknown = Reflect.get(error, 'constraint')
  return {
    message: error.message.slice(0, 500),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
  }
}
