import type { Unsent } from './read-unsent.ts'

/** A word that somebody wrote; it is unlike all others, so that it is found wherever it has gone. */
export interface Written {
  word: string
  /** `upload`: a file's name. */
  kind: 'send' | 'upload' | 'ticket'
  device: number
  userId: string
  chatId: string
  /** In which order it was last given to the outbox, over all of the device; null while it is a draft only. */
  order: number | null
  /** When its writer last said 'send it', ms of the environment's clock; null while it is a draft only. */
  saidAt: number | null
  /** Its writer has been told that it is kept. */
  isPromised: boolean
  /** Its writer has said that it may go. */
  mayBeGone: boolean
  /** How often its writer accepted that it may arrive once more. */
  again: number
}

/** A takeover or its like, as it was queued. */
export interface Intent {
  id: string
  kind: 'pause' | 'play' | 'resolve' | 'pass'
  device: number
  userId: string
  chatId: string
  mayBeGone: boolean
  /** Who held the chat as its user saw it at each press, `bot` for nobody: what an earlier one has sent may have arrived. */
  seen: string[]
}

/** A session that somebody ended on a device. */
export interface Ended {
  device: number
  userId: string
  token: string
  at: number
  choice: 'keep' | 'discard'
  /** The session's. */
  epoch: number
  /** What there was of theirs as they asked for it. */
  unsent: Unsent
}

/** A sign-out as somebody asked for it. */
export type AskedSignOut = Omit<Ended, 'at'>

/** All that people have done, against which databases and environment are compared. */
export class Ledger {
  readonly written: Written[] = []
  readonly intents: Intent[] = []
  readonly asked: AskedSignOut[] = []
  readonly ended: Ended[] = []
  #words: number
  #orders = 0

  /** `words`: how many others have had, whose words these are to be unlike. */
  constructor(words = 0) {
    this.#words = words
  }

  write(made: Pick<Written, 'kind' | 'device' | 'userId' | 'chatId'>): Written {
    this.#words += 1
    const word = `staffword${this.#words}.`
    const row = { word, order: null, saidAt: null, isPromised: false, mayBeGone: false, again: 0, ...made }
    this.written.push(row)
    return row
  }

  nextOrder(): number {
    return (this.#orders += 1)
  }

  /** Which written words a text holds. */
  find(text: string): Written[] {
    const words = new Set(text.match(/staffword\d+\./g))
    return this.written.filter(({ word }) => words.has(word))
  }

  intent(id: string): Intent | undefined {
    return this.intents.find((intent) => intent.id === id)
  }
}
