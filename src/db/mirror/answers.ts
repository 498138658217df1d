import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import type { MirrorDatabase } from './database.ts'

/** Saved answers, by label. */
export async function readAnswers(mirror: MirrorDatabase): Promise<TypicalAnswer[]> {
  const answers = await mirror.answers.toArray()
  return answers.sort((a, b) => a.label.localeCompare(b.label))
}
