/** An orientation that is written anew may take a few bytes more than a careless one took, once a picture. */
const SPARE_BYTES = 64

/** Writes a picture without its notes, in one buffer: a hostile file has a million pieces. */
export class PictureWriter {
  /** Whether something was met that may tell where, when or by whom the picture was made. */
  hasNotes = false
  /** Whether pixels have begun: from here on it is a picture, however it ends. */
  hasPixels = false
  /** Whether an orientation was written: the first one is what browsers follow. */
  isTurned = false
  readonly #source: Uint8Array<ArrayBuffer>
  readonly #out: Uint8Array<ArrayBuffer>
  #length = 0
  /** Whether what was written is how the source begins. */
  #isSame = true

  constructor(source: Uint8Array<ArrayBuffer>) {
    this.#source = source
    this.#out = new Uint8Array(source.length + SPARE_BYTES)
  }

  /** How many bytes were written. */
  get length(): number {
    return this.#length
  }

  /** What was written so far, to look at. */
  get written(): Uint8Array {
    return this.#out.subarray(0, this.#length)
  }

  /** Takes over bytes of the source from `start` up to, not including, `end`; fewer where there are no more. */
  copy(start: number, end: number): void {
    if (start !== this.#length) this.#isSame = false
    const bytes = this.#source.subarray(start, end)
    this.#out.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Writes few bytes that stand for others. */
  write(bytes: Uint8Array): void {
    this.#length += bytes.length
    this.overwrite(this.#length - bytes.length, bytes)
  }

  /** Corrects few bytes that were written: lengths and flags that are known only at the end. */
  overwrite(at: number, bytes: Uint8Array): void {
    if (bytes.some((byte, index) => byte !== this.#source[at + index])) this.#isSame = false
    this.#out.set(bytes, at)
  }

  /** What was written; the source itself where that is the same. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#isSame && this.#length === this.#source.length) return this.#source
    return this.#out.slice(0, this.#length)
  }
}
