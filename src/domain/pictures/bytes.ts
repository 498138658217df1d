/** A view for numbers of several bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Whether these bytes have the letters of `word`, each below 256, at that place. */
export function hasWord(bytes: Uint8Array, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word.charCodeAt(index)) return false
  }
  return true
}

/** `length` bytes as letters, fewer where there are no more. */
export function readWord(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

/** The letters of a word, each below 256, as bytes. */
export function bytesOf(word: string): Uint8Array {
  return Uint8Array.from(word, (letter) => letter.charCodeAt(0))
}

/** Several pieces as one. */
export function joinBytes(...pieces: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}
