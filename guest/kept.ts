import * as v from 'valibot'
import { createKey } from './create-key.ts'
import type { Session } from './guest-api.ts'
import { refusalSchema, type Refusal } from './refusal.ts'

/** A message that the environment has not yet confirmed. */
export interface Pending {
  /** The idempotency key: whatever happens on the line, the message arrives once. */
  key: string
  text: string
  /** Why it will not be sent by itself; null while it will. */
  reason: Refusal | null
}

/** What the page keeps of the question how the hotel did. */
export interface KeptRating {
  /** The occasion that it is about; what is kept of another one is void. */
  question: string
  /** An answer that the environment has not yet confirmed, as a message. */
  pending: { key: string; stars: number; reason: Refusal | null } | null
  /** The guest does not want to see it, until they are asked anew. */
  isPutOff: boolean
}

const sessionSchema = v.object({ token: v.string(), chatId: v.string() })
const pendingSchema = v.array(
  v.object({ key: v.string(), text: v.string(), reason: v.nullable(refusalSchema) }),
)
const endingsSchema = v.array(v.string())
const ratingSchema = v.object({
  question: v.string(),
  pending: v.nullable(v.object({ key: v.string(), stars: v.number(), reason: v.nullable(refusalSchema) })),
  isPutOff: v.boolean(),
})

/** What the page keeps between visits, shared by its tabs. Where the browser keeps nothing it lasts as long as the page. */
export interface Kept {
  readSession(): Session | null
  writeSession(session: Session | null): void
  readPending(): Pending[]
  /** Reads, changes and writes in one step: no other tab comes in between. */
  changePending(change: (pending: Pending[]) => Pending[]): void
  readRating(): KeptRating | null
  writeRating(rating: KeptRating): void
  /** What the guest is called, until a chat was begun under it. */
  readName(): string
  writeName(name: string): void
  readDraft(): string
  writeDraft(text: string): void
  /** When the page was used last, ms since 1970; null where that is not known. */
  readUsedAt(): number | null
  writeUsedAt(at: number): void
  /** Tokens of ended conversations whose end the hotel has not heard of yet. */
  readEndings(): string[]
  changeEndings(change: (tokens: string[]) => string[]): void
  /** Forgets all of the conversation but the end of its token, in every tab of this browser. */
  forget(): void
  /** Changes with every `forget`, also of another tab. */
  readForgotten(): string | null
  /** Calls back when another tab wrote, or may have while this page was away. */
  watch(notice: () => void): void
}

/** What is kept of a conversation; the rest says nothing about anybody. */
const WORDS = ['session', 'name', 'pending', 'rating', 'draft', 'used']

/** `part` keeps the demonstration's guests apart from the visitor's own chat. */
export function openKept(part: string): Kept {
  const memory = new Map<string, string>()
  const name = (what: string) => `bellhop-guest:${part}:${what}`
  const read = (what: string) => {
    try {
      return memory.get(what) ?? localStorage.getItem(name(what))
    } catch {
      return null
    }
  }
  const write = (what: string, value: string | null) => {
    memory.delete(what)
    try {
      if (value === null) localStorage.removeItem(name(what))
      else localStorage.setItem(name(what), value)
    } catch {
      // Storage is refused or full: memory has it for as long as the page lives.
      if (value !== null) memory.set(what, value)
    }
  }
  const writeList = (what: string, list: readonly unknown[]) =>
    write(what, list.length === 0 ? null : JSON.stringify(list))
  const readEndings = () => parse(endingsSchema, read('endings')) ?? []
  const readPending = () => parse(pendingSchema, read('pending')) ?? []
  return {
    readSession: () => parse(sessionSchema, read('session')),
    writeSession: (session) => write('session', session && JSON.stringify(session)),
    readPending,
    changePending: (change) => writeList('pending', change(readPending())),
    readRating: () => parse(ratingSchema, read('rating')),
    writeRating: (rating) => write('rating', JSON.stringify(rating)),
    readName: () => read('name') ?? '',
    writeName: (text) => write('name', text === '' ? null : text),
    readDraft: () => read('draft') ?? '',
    writeDraft: (text) => write('draft', text === '' ? null : text),
    readUsedAt: () => parse(v.number(), read('used')),
    writeUsedAt: (at) => write('used', String(at)),
    readEndings,
    changeEndings: (change) => writeList('endings', change(readEndings())),
    forget() {
      const token = parse(sessionSchema, read('session'))?.token
      if (token !== undefined) writeList('endings', [...readEndings(), token])
      for (const what of WORDS) write(what, null)
      write('forgotten', createKey())
    },
    readForgotten: () => read('forgotten'),
    watch(notice) {
      addEventListener('storage', (event) => {
        if (event.key === name('forgotten')) memory.clear()
        if (event.key === null || event.key.startsWith(name(''))) notice()
      })
      // A page that the browser kept for Back has heard of nothing.
      addEventListener('pageshow', notice)
    },
  }
}

function parse<S extends v.GenericSchema>(schema: S, text: string | null): v.InferOutput<S> | null {
  if (text === null) return null
  try {
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
