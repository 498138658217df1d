import { packBody, type EncodingName } from '../../shell/compress-answers.ts'
import type { SyncAnswer, SyncRequest } from '../../store/log/read-sync-page.ts'

/** Consoles that begin again together, as after an outage, ask for the same pages within so long. */
const KEPT_MS = 2_000

type SnapshotRequest = Extract<SyncRequest, { kind: 'snapshot' }>

/** A page of a reset as it goes out, read, written and compressed once for all who ask for it meanwhile. */
export interface SharedPage {
  /** The body, compressed where an encoding is given. */
  write(encoding: EncodingName | undefined): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * The pages of resets that are being read, and those that were read just now and are still what the database holds. The rows of
 * a page are never older than the cursor that it gives, because whoever has it read knew that place in the log before.
 */
export class SharedPages {
  readonly #pages = new Map<string, Promise<SharedPage>>()

  /** `read` gives the page where nobody else has asked for it. */
  share(request: SnapshotRequest, limit: number, read: () => Promise<SyncAnswer>): Promise<SharedPage> {
    const { start, after, newest } = request
    // The log's newest entry is part of it: once the log has moved on, the page is read again.
    const key = JSON.stringify([start.epoch, start.seq, after, newest, limit])
    const known = this.#pages.get(key)
    if (known) return known
    const page = read().then(createPage)
    this.#pages.set(key, page)
    const forget = () => this.#pages.delete(key)
    page.then(() => setTimeout(forget, KEPT_MS).unref(), forget)
    return page
  }
}

function createPage(answer: SyncAnswer): SharedPage {
  const plain = new TextEncoder().encode(JSON.stringify(answer))
  const packed = new Map<EncodingName, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    write(encoding) {
      if (encoding === undefined) return Promise.resolve(plain)
      const known = packed.get(encoding)
      if (known) return known
      const body = packBody(plain, encoding).then((bytes) => new Uint8Array(bytes))
      packed.set(encoding, body)
      return body
    },
  }
}
