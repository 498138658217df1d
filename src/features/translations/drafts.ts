import { hasAllWords, readWords } from '#src/domain/search/match-text.ts'
import { listEntries, type Entry } from '#src/domain/translations/catalog.ts'
import { checkString } from '#src/domain/translations/check-string.ts'
import type { Translation } from '#src/contract/translations.ts'

/** What was typed and is not saved, with the text that it was typed over. */
interface Draft {
  text: string
  base: string
}

/** By the keys of the texts. */
export type Drafts = ReadonlyMap<string, Draft>

/** One text as the screen has it. */
export interface Line {
  key: string
  /** What the environment has. */
  saved: string
  /** What stands in the field. */
  text: string
  /** What it was shipped with; null where the environment does not tell. */
  shipped: string | null
  /** Other than it was shipped. */
  isChanged: boolean
  isUnsaved: boolean
  /** Somebody else has saved another text since this one was typed. */
  isContested: boolean
  /** Why it can't be saved, in words. */
  problem: string | null
}

/** The texts in the catalogue's order, with what was typed over them. */
export function listLines({ catalog, shipped }: Translation, drafts: Drafts): Line[] {
  const before = shipped === null ? null : new Map(listEntries(shipped))
  return listEntries(catalog).map(([key, saved]) => {
    const draft = drafts.get(key)
    const text = draft?.text ?? saved
    const was = before?.get(key) ?? null
    const isUnsaved = text !== saved
    return {
      key,
      saved,
      text,
      shipped: was,
      isChanged: was === null ? isUnsaved : text !== was,
      isUnsaved,
      isContested: draft !== undefined && isUnsaved && draft.base !== saved,
      problem: was === null || !isUnsaved ? null : checkString(text, was),
    }
  })
}

/** `text` stands in a field: nothing is unsaved where it is what the environment has. */
export function typeText(drafts: Drafts, { key, saved }: Pick<Line, 'key' | 'saved'>, text: string): Drafts {
  const next = new Map(drafts)
  if (text === saved) next.delete(key)
  else next.set(key, { text, base: drafts.get(key)?.base ?? saved })
  return next
}

/** Mine is to be saved over theirs. */
export function keepMine(drafts: Drafts, { key, saved, text }: Line): Drafts {
  return new Map(drafts).set(key, { text, base: saved })
}

/** Every text as it was shipped, to be saved. */
export function restoreAll(drafts: Drafts, lines: readonly Line[]): Drafts {
  return lines.reduce(
    (all, line) => (line.shipped === null ? all : typeText(all, line, line.shipped)),
    drafts,
  )
}

/** Takes out what was saved; what was typed on meanwhile stays. */
export function dropSaved(drafts: Drafts, sent: readonly Entry[]): Drafts {
  const saved = new Map(sent)
  return new Map(
    [...drafts].flatMap(([key, draft]) => {
      const text = saved.get(key)
      if (text === draft.text) return []
      return [[key, text === undefined ? draft : { ...draft, base: text }] as const]
    }),
  )
}

/** Those whose key or text holds all words of the search, and where asked those that were changed. */
export function filterLines(
  lines: readonly Line[],
  { search, onlyChanged }: { search: string; onlyChanged: boolean },
): Line[] {
  const words = readWords(search)
  return lines.filter(({ key, text, isChanged, isUnsaved }) => {
    if (onlyChanged && !isChanged && !isUnsaved) return false
    return words.length === 0 || hasAllWords(`${key} ${text}`, words)
  })
}

/** By the first part of their keys, in their order. */
export function groupLines(lines: readonly Line[]): [name: string, lines: Line[]][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const name = line.key.split('.', 1)[0] ?? ''
    groups.set(name, [...(groups.get(name) ?? []), line])
  }
  return [...groups]
}

/** `roomUpgrade` as `room upgrade`; the parts of a key apart from one another. */
export function nameKey(key: string): string {
  return key
    .split('.')
    .map((part) => part.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase())
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(' › ')
}
