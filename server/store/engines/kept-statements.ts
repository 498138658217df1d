import { messages as Messages, protocol, types, type PGlite } from '@electric-sql/pglite'
import { StatementNames } from './statement-names.ts'
import type { WireResult } from './worker-protocol.ts'

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

interface Field {
  name: string
  type: number
}
/** A statement that the session has read: what it takes and what it gives, in the database's types. */
interface Kept {
  name: string
  takes: readonly number[]
  gives: readonly Field[]
}

const { serialize } = protocol
const { CommandCompleteMessage, DataRowMessage, ParameterDescriptionMessage, RowDescriptionMessage } =
  Messages
/**
 * A kept plan is as good as the tables were when it was made: after so long all are made anew. A table that was empty may have a
 * hundred thousand rows by then, and nothing here looks at its statistics as PostgreSQL's own processes do.
 */
const PLANS_KEPT_MS = 60_000
/** What changes tables makes known what was kept of them. */
const CHANGES_TABLES = /^\s*(?:create|alter|drop)\b/i
const ENDS_TRANSACTION = /^\s*(?:commit|rollback)\b/i

/**
 * Statements of the embedded database's one session. PGlite's own `query` has each read and planned anew, in five messages of
 * which each is an entry into the database; one that comes again and again is kept there, and is one message.
 */
export class KeptStatements {
  readonly #database: PGlite
  readonly #names = new StatementNames()
  readonly #kept = new Map<string, Kept>()
  /** Tables are being changed: until that is over nothing is kept. */
  #isChanging = false
  #plannedAt = performance.now()

  constructor(database: PGlite) {
    this.#database = database
  }

  /** Throws what the database throws. One at a time. */
  async run(sql: string, params: readonly unknown[]): Promise<WireResult> {
    if (CHANGES_TABLES.test(sql)) await this.#forgetAll()
    const name = this.#isChanging ? null : this.#names.find(sql)
    if (name === null) {
      const { command = '', rowCount = 0, rows } = await this.#database.query(sql, [...params])
      if (ENDS_TRANSACTION.test(sql)) this.#isChanging = false
      return { command, rowCount, rows }
    }
    return this.#database.runExclusive(async () => {
      const kept = this.#kept.get(sql) ?? (await this.#keep(name, sql))
      await this.#planAnewInTime()
      return this.#runKept(kept, params)
    })
  }

  async #forgetAll(): Promise<void> {
    this.#isChanging = true
    this.#names.forgetAll()
    this.#kept.clear()
    await this.#database.query('deallocate all')
  }

  async #keep(name: string, sql: string): Promise<Kept> {
    const messages = await this.#send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    )
    const takes: number[] = []
    const gives: Field[] = []
    for (const message of messages) {
      if (message instanceof ParameterDescriptionMessage) takes.push(...message.dataTypeIDs)
      if (message instanceof RowDescriptionMessage)
        gives.push(...message.fields.map((field) => ({ name: field.name, type: field.dataTypeID })))
    }
    const kept = { name, takes, gives }
    this.#kept.set(sql, kept)
    return kept
  }

  async #planAnewInTime(): Promise<void> {
    if (performance.now() - this.#plannedAt < PLANS_KEPT_MS) return
    this.#plannedAt = performance.now()
    await this.#send(serialize.query('discard plans'))
  }

  async #runKept({ name, takes, gives }: Kept, params: readonly unknown[]): Promise<WireResult> {
    const { parsers, serializers } = this.#database
    const values = params.map((param, index) => {
      if (param === null || param === undefined) return null
      const write = serializers[takes[index] ?? 0]
      return write ? write(param) : String(param)
    })
    const messages = await this.#send(serialize.bind({ statement: name, values }), serialize.execute())
    const result: WireResult = { command: '', rowCount: 0, rows: [] }
    for (const message of messages) {
      if (message instanceof DataRowMessage) {
        const row: Record<string, unknown> = {}
        for (const [index, field] of gives.entries())
          row[field.name] = types.parseType(message.fields[index] ?? null, field.type, parsers)
        result.rows.push(row)
      } else if (message instanceof CommandCompleteMessage) {
        const words = message.text.split(' ')
        result.command = words[0] ?? ''
        result.rowCount = Number(words.at(-1)) || 0
      }
    }
    return result
  }

  /** All in one entry into the database; its Sync, which ends a failed one too, is added. */
  #send(...parts: Uint8Array[]): Promise<Message[]> {
    return this.#database.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })
  }
}
