import * as v from 'valibot'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { readSetting, storeSetting } from '#src/db/session/sessions.ts'

const KEY = 'start'
/** A phone has two, upright and across; a desktop's windows differ. */
const MOST_PLACES = 6

const placeSchema = v.object({
  /** The window's width that it holds for, px. */
  windowWidth: v.number(),
  top: v.number(),
  left: v.number(),
  width: v.number(),
  /** From the window's lower edge, px. */
  bottom: v.number(),
  /** The list's own. */
  height: v.number(),
})
const noteSchema = v.object({ origin: v.string(), places: v.array(placeSchema) })

/** Where the chat list stands in a window, px. */
export type ListPlace = v.InferOutput<typeof placeSchema>

/** What the worker needs to know to draw the list at the next start (W6): whose, and where it stands. */
export type StartNote = v.InferOutput<typeof noteSchema>

export async function readStartNote(sessionDb: SessionDatabase): Promise<StartNote | null> {
  const parsed = v.safeParse(noteSchema, await readSetting(sessionDb, KEY))
  return parsed.success ? parsed.output : null
}

/** Notes in which environment this browser works now, and where its list stands. Writes only what changed. */
export async function storeStartNote(
  sessionDb: SessionDatabase,
  origin: string,
  place: ListPlace,
): Promise<void> {
  const before = await readStartNote(sessionDb)
  const known = before?.places.find(({ windowWidth }) => windowWidth === place.windowWidth)
  if (before?.origin === origin && known && isSamePlace(known, place)) return
  const others = before?.places.filter((other) => other !== known) ?? []
  await storeSetting(sessionDb, KEY, { origin, places: [place, ...others].slice(0, MOST_PLACES) })
}

/** Before another environment is entered: what this one has is not drawn there. */
export async function forgetStart(sessionDb: SessionDatabase): Promise<void> {
  await storeSetting(sessionDb, KEY, null)
}

function isSamePlace(one: ListPlace, other: ListPlace): boolean {
  return (
    one.top === other.top &&
    one.left === other.left &&
    one.width === other.width &&
    one.bottom === other.bottom &&
    one.height === other.height
  )
}
