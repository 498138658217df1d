import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Log } from '../log.ts'
import type { Settings } from '../settings-types.ts'
import type { PlacedBytes, StoredAttachment } from '../store/chats/attachment-rows.ts'
import type { HomeName } from '../store/chats/chat-tables.ts'
import type { Store } from '../store/store.ts'
import type { AttachmentHome, ByteRange } from './attachment-home.ts'
import { createCleaner, type CleanFile } from './clean-staged.ts'
import { createDatabaseHome } from './database-home.ts'
import { createFilesHome } from './files-home.ts'
import { moveOut } from './move-out.ts'
import { createObjectHome } from './object-home.ts'
import { Staging } from './staging.ts'

/** Where the bytes of attachments go and come from (docs/decisions/034-where-attachments-live.md). */
export class AttachmentService {
  readonly staging: Staging
  /**
   * Takes out of a staged picture what tells where and by whom it was made; other files are given back. 'damaged': it can't be
   * read and may hold such notes.
   */
  readonly clean: ReturnType<typeof createCleaner>
  readonly #store: Store
  readonly #log: Log
  readonly #homes: Map<HomeName, AttachmentHome>
  readonly #current: AttachmentHome
  readonly #stopping = new AbortController()

  constructor(settings: Pick<Settings, 'attachments' | 'databaseUrl' | 'dataDir'>, store: Store, log: Log) {
    const { objectStore } = settings.attachments
    const folder = settings.databaseUrl === null ? path.join(settings.dataDir, 'attachments') : null
    const home = settings.attachments.home ?? (folder === null ? 'database' : 'files')
    const homes = [createDatabaseHome(store)]
    if (folder !== null) homes.push(createFilesHome(folder, store))
    if (objectStore !== null) homes.push(createObjectHome(objectStore, store, log))
    const current = homes.find(({ name }) => name === home)
    if (!current) throw new Error(`attachments have no home '${home}'`)
    this.staging = new Staging(folder === null ? null : path.join(folder, 'incoming'))
    this.clean = createCleaner(this.staging)
    this.#store = store
    this.#log = log
    this.#homes = new Map(homes.map((each) => [each.name, each]))
    this.#current = current
  }

  /** Puts the bytes where new ones go. Before the transaction that names them: inside it only SQL is awaited (E5). */
  place(file: CleanFile): Promise<PlacedBytes> {
    return this.#current.put(file)
  }

  /** The bytes, from where they are; null, and a line in the log, where they are missing. */
  async open(attachment: StoredAttachment, range: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const { id, home } = attachment
    const bytes = await this.#homes.get(home)?.open(attachment, range)
    if (bytes) return bytes
    this.#log.warn('attachment missing', { id, home, isHomeSet: this.#homes.has(home) })
    return null
  }

  /** All of the bytes at once, of which there are few megabytes; null where they are missing. */
  async read(attachment: StoredAttachment): Promise<Uint8Array | null> {
    const bytes = await this.open(attachment, { start: 0, end: attachment.size })
    return bytes && buffer(bytes)
  }

  /** Moves what the embedded database still holds to where new bytes go, and removes orphans. */
  async maintain(): Promise<void> {
    const { signal } = this.#stopping
    const from = this.#homes.get('database')
    if (from && this.#store.kind === 'embedded' && this.#current !== from) {
      await moveOut({ store: this.#store, staging: this.staging, from, to: this.#current }, signal)
    }
    for (const home of this.#homes.values()) {
      if (!signal.aborted) await home.removeOrphans?.(signal)
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.staging.close()
  }
}
