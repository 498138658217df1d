import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { chatSchema, messageSchema, type Chat, type Message } from '#src/contract/chats.ts'
import { MIRROR_PREFIX, MIRROR_SCHEMA } from '#src/db/mirror/database.ts'

/** What an operation's row says to somebody who looks from the outside. */
export interface OperationRow {
  id: string
  lane: string
  kind: string
  state: string
  /** Why it waits for its user; null while it does not. */
  reason: string | null
  /** What it would bring to the hotel. */
  text: string
}

export interface OutboxRows {
  userId: string
  operations: OperationRow[]
  drafts: { chatId: string; text: string }[]
}

export interface MirrorRows {
  userId: string
  chats: Map<string, Chat>
  messages: Message[]
  threads: { chatId: string; historyFrom: string | null; isComplete: boolean }[]
  /** Rows of all tables but `meta`. */
  rows: number
}

/** All databases of the device, whoever is signed in. */
export interface DeviceRows {
  /** The id of who is signed in; null for nobody. */
  signedIn: string | null
  token: string | null
  pendingRevocations: number
  pendingClearings: number
  outboxes: OutboxRows[]
  mirrors: MirrorRows[]
}

const MIRROR = `${MIRROR_PREFIX}${MIRROR_SCHEMA}:`
const OUTBOX = 'bellhop-outbox:'
const SESSION = 'bellhop-session'

const operationSchema = v.looseObject({
  id: v.string(),
  lane: v.string(),
  kind: v.string(),
  state: v.string(),
  reason: v.nullable(v.looseObject({ code: v.string() })),
  payload: v.nullable(
    v.looseObject({ text: v.optional(v.string(), ''), description: v.optional(v.string(), '') }),
  ),
})
const draftSchema = v.looseObject({ chatId: v.string(), text: v.string() })
const mirrorChatSchema = v.looseObject({ id: v.string(), chat: chatSchema })
const mirrorMessageSchema = v.looseObject({ chatId: v.string(), message: v.unknown() })
const threadSchema = v.looseObject({
  chatId: v.string(),
  historyFrom: v.nullable(v.string()),
  isComplete: v.boolean(),
})
const sessionSchema = v.looseObject({
  status: v.string(),
  user: v.nullable(v.looseObject({ id: v.string() })),
  token: v.nullable(v.string()),
})

type Stores = Record<string, unknown[]>

/** Reads a device's databases through one of its pages, without the console's own code. */
export async function readDeviceRows(page: Page): Promise<DeviceRows> {
  const found = new Map(Object.entries(await page.evaluate(readDatabases)))
  const named = (prefix: string) => [...found].filter(([name]) => name.startsWith(prefix))
  const session = found.get(SESSION) ?? {}
  const rows = read(sessionSchema, session['sessions'])
  const live = rows.find(({ status }) => status === 'signed-in')
  return {
    signedIn: live?.user?.id ?? null,
    token: live?.token ?? null,
    pendingRevocations: session['endings']?.length ?? 0,
    pendingClearings: read(v.looseObject({ key: v.string() }), session['settings']).filter(({ key }) =>
      key.startsWith('clearing:'),
    ).length,
    outboxes: named(OUTBOX).map(([name, stores]) => readOutbox(endOf(name), stores)),
    mirrors: named(MIRROR).map(([name, stores]) => readMirror(endOf(name), stores)),
  }
}

/** Both are named by the environment's origin and then the user's id. */
function endOf(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

function read<S extends v.GenericSchema>(schema: S, rows: unknown[] = []): v.InferOutput<S>[] {
  return rows.map((row) => v.parse(schema, row))
}

function readOutbox(userId: string, stores: Stores): OutboxRows {
  return {
    userId,
    operations: read(operationSchema, stores['operations']).map(
      ({ id, lane, kind, state, reason, payload }) => ({
        ...{ id, lane, kind, state },
        reason: reason?.code ?? null,
        text: payload ? `${payload.text}${payload.description}` : '',
      }),
    ),
    drafts: read(draftSchema, stores['drafts']).map(({ chatId, text }) => ({ chatId, text })),
  }
}

function readMirror(userId: string, stores: Stores): MirrorRows {
  const chats = read(mirrorChatSchema, stores['chats']).map(({ id, chat }): [string, Chat] => [id, chat])
  return {
    userId,
    chats: new Map(chats),
    messages: read(mirrorMessageSchema, stores['messages']).map(({ message }) =>
      v.parse(messageSchema, message),
    ),
    threads: read(threadSchema, stores['threads']),
    rows: Object.entries(stores).reduce((sum, [name, all]) => sum + (name === 'meta' ? 0 : all.length), 0),
  }
}

/** Every row of every database of the console; of files only how many there are. Runs in a page. */
async function readDatabases(): Promise<Record<string, Record<string, unknown[]>>> {
  const settle = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('refused'))
    })
  const found: Record<string, Record<string, unknown[]>> = {}
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('bellhop-')) continue
    const opening = indexedDB.open(name)
    // One that is deleted at this moment is not brought back.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const db = await settle(opening).catch(() => null)
    if (!db) continue
    // In the way of nobody who deletes or upgrades it.
    db.onversionchange = () => db.close()
    const stores: Record<string, unknown[]> = {}
    const names = [...db.objectStoreNames]
    if (names.length > 0) {
      const transaction = db.transaction(names)
      await Promise.all(
        names.map(async (store) => {
          const rows = transaction.objectStore(store)
          if (store === 'files') stores[store] = await settle(rows.getAllKeys())
          else stores[store] = await settle<unknown[]>(rows.getAll())
        }),
      )
    }
    found[name] = stores
    db.close()
  }
  return found
}
