/** What a test may do with a request that it stopped on the line. */
interface Ways {
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

/** A request that is stopped on the line: `arrived` settles when it is there. */
export interface HeldRequest extends Ways {
  arrived: Promise<void>
}

/** Makes the test's end and the proxy's end of one held request. */
export function makeHeldRequest(): { held: HeldRequest; arrive: (ways: Ways) => void } {
  let ways: Ways | null = null
  let markArrived: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    markArrived = resolve
  })
  const take = (): Ways => {
    if (!ways) throw new Error('The held request has not arrived yet: await `arrived` first.')
    return ways
  }
  return {
    held: {
      arrived,
      letGo: () => take().letGo(),
      loseReply: () => take().loseReply(),
      withholdReply: () => take().withholdReply(),
      drop: () => take().drop(),
      answer: (status, body) => take().answer(status, body),
    },
    arrive(given) {
      ways = given
      markArrived()
    },
  }
}
