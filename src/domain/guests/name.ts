import { isBlank } from '../text/blank.ts'

/** Letters that run from right to left, and marks that turn what follows them. */
const TURNING =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** A name as a part of a sentence: one that runs the other way turns nothing around it (first strong isolate). */
export function isolateName(name: string): string {
  return TURNING.test(name) ? `\u2068${name}\u2069` : name
}

/** Whether a name shows nothing at all: then something else has to be called by. */
export function isBlankName(name: string | null | undefined): boolean {
  return name === null || name === undefined || isBlank(name)
}
