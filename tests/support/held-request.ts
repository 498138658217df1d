/** A request that stands on the line, and what a test may do with it. */
export interface HeldRequest {
  /** On to the environment, and the answer back. */
  letGo(): void
  /** On to the environment; the answer breaks off on the way back. */
  loseReply(): void
  /** On to the environment; the answer never comes, and the connection stays open. */
  withholdReply(): void
  /** An answer begins and breaks off, as from a gateway; the environment never hears of it. */
  drop(): void
  /** Answered as given; the environment never hears of it. */
  answer(status: number, body: string): void
}
