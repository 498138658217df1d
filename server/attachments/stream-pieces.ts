import type { ByteRange } from './attachment-home.ts'

interface PieceSource {
  /** At most `length` bytes from `offset`; null or none at all where they are gone. */
  read(offset: number, length: number): Promise<Uint8Array | null>
  /** Called once, when everything was read, reading failed, or the reader went away. */
  close?(): Promise<void>
}

/** A range as a stream that holds one piece at a time and reads the next one when it is asked for. */
export function streamPieces(
  { start, end }: ByteRange,
  pieceBytes: number,
  source: PieceSource,
): ReadableStream<Uint8Array> {
  let offset = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await source.read(offset, Math.min(pieceBytes, end - offset))
          if (!piece?.length) throw new Error('the bytes of an attachment end early')
          offset += piece.length
          controller.enqueue(piece)
          if (offset < end) return
          await source.close?.()
          controller.close()
        } catch (error) {
          await source.close?.()
          throw error
        }
      },
      cancel: () => source.close?.(),
    },
    { highWaterMark: 0 },
  )
}
