import type { ChatIndex } from './steps.ts'

/** Who writes: the device's own user, or the other one who signs in there after them. */
export type Who = 'same' | 'other'

/** A word that somebody wrote on the device; it is unlike all others, so that it is found wherever it has gone. */
export interface Written {
  word: string
  who: Who
  chat: ChatIndex
  /** In which order it was given to the outbox; null while it is a draft only. */
  order: number | null
  /** It was seen to be stored on the device: whatever fails from here on, it may not be lost (D1). */
  isPromised: boolean
  /** Its writer has said that it may go. */
  mayBeGone: boolean
}

/** What a guest said and the hotel has acknowledged. */
export interface Said {
  word: string
  chat: ChatIndex
}

/** All that people have done in a schedule, with which the device, the screen and the hotel are compared. */
export class Ledger {
  readonly written: Written[] = []
  readonly said: Said[] = []
  /** Chats that a colleague, the bot or a sign-out may have taken from the user. */
  readonly contested = new Set<ChatIndex>()
  /** What a sign-out had left on the device, in words, when its user was told that they are signed out. */
  readonly leftBehind: string[] = []
  readonly #mark: string
  #words = 0
  #orders = 0

  /** `mark` tells the words of one schedule from those of all others. */
  constructor(mark: string) {
    this.#mark = mark
  }

  write(who: Who, chat: ChatIndex): Written {
    const row = { word: this.#next('staffword'), who, chat, order: null, isPromised: false, mayBeGone: false }
    this.written.push(row)
    return row
  }

  say(chat: ChatIndex): Said {
    return { word: this.#next('guestword'), chat }
  }

  nextOrder(): number {
    return (this.#orders += 1)
  }

  /** Which written words a text holds. */
  find(text: string): Written[] {
    return this.written.filter(({ word }) => text.includes(word))
  }

  #next(kind: string): string {
    this.#words += 1
    return `${kind}${this.#mark}x${this.#words}.`
  }
}
