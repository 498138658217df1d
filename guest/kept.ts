import * as v from 'valibot'
import type { Session } from './guest-api.ts'

/** A message that the environment has not yet confirmed. */
export interface Pending {
  /** The idempotency key: whatever happens on the line, the message arrives once. */
  key: string
  text: string
  /** Why it will not be sent by itself; null while it will. */
  reason: string | null
}

/** What the page keeps of the question how the hotel did. */
export interface KeptRating {
  /** The occasion that it is about; what is kept of another one is void. */
  question: string
  /** An answer that the environment has not yet confirmed, as a message. */
  pending: { key: string; stars: number; reason: string | null } | null
  /** The guest does not want to see it, until they are asked anew. */
  isPutOff: boolean
}

const sessionSchema = v.object({ token: v.string(), chatId: v.string() })
const pendingSchema = v.array(v.object({ key: v.string(), text: v.string(), reason: v.nullable(v.string()) }))
const ratingSchema = v.object({
  question: v.string(),
  pending: v.nullable(v.object({ key: v.string(), stars: v.number(), reason: v.nullable(v.string()) })),
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
  readDraft(): string
  writeDraft(text: string): void
  /** Calls back when another tab wrote. */
  watch(notice: () => void): void
}

/** `part` keeps the demonstration's guests apart from the visitor's own chat. */
export function openKept(part: string): Kept {
  const memory = new Map<string, string>()
  const name = (what: string) => `bellhop-guest:${part}:${what}`
  const read = (what: string) => {
    try {
      return localStorage.getItem(name(what)) ?? memory.get(what) ?? null
    } catch {
      return memory.get(what) ?? null
    }
  }
  const write = (what: string, value: string | null) => {
    if (value === null) memory.delete(what)
    else memory.set(what, value)
    try {
      if (value === null) localStorage.removeItem(name(what))
      else localStorage.setItem(name(what), value)
    } catch {
      // Storage is refused or full: memory has it for as long as the page lives.
    }
  }
  const readPending = () => parse(pendingSchema, read('pending')) ?? []
  return {
    readSession: () => parse(sessionSchema, read('session')),
    writeSession: (session) => write('session', session && JSON.stringify(session)),
    readPending,
    changePending: (change) => write('pending', JSON.stringify(change(readPending()))),
    readRating: () => parse(ratingSchema, read('rating')),
    writeRating: (rating) => write('rating', JSON.stringify(rating)),
    readDraft: () => read('draft') ?? '',
    writeDraft: (text) => write('draft', text === '' ? null : text),
    watch: (notice) =>
      addEventListener('storage', (event) => {
        if (event.key === null || event.key.startsWith(name(''))) notice()
      }),
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
