import type { Intent, IntentConfig, IntentQuestion } from '#src/contract/intents.ts'
import type { FieldValue, FieldValues } from '#src/ui/list/field-values.ts'
import { describeProblem, type WriteProblem, type WriteResult } from '#src/ui/list/list-source.ts'
import { NEW_QUESTIONS, readIntentValues, readNewQuestions, toConfig } from './intent-values.ts'

/** `row` is null where the environment answers without one. */
export type StepResult<Row> = { kind: 'done'; row: Row | null } | WriteProblem<Row>

/** The version that a step is made on; without `etag` on whatever is there. */
export interface IntentPlace {
  id: string
  etag?: string
}

/** The calls that an intent is written by, one thing each (specification section 7). */
export interface IntentSteps {
  /** Gives the new one's id. */
  create(name: string): Promise<StepResult<string>>
  rename(place: IntentPlace, name: string): Promise<StepResult<Intent>>
  saveDialog(place: IntentPlace, config: object): Promise<StepResult<Intent>>
  /** Adds all of them or none. */
  addQuestions(texts: readonly string[], intentName: string): Promise<StepResult<IntentQuestion[]>>
  removeQuestion(id: string): Promise<StepResult<unknown>>
  /** The intent as it is now. */
  read(id: string): Promise<WriteResult<Intent>>
  /** Takes an intent as it was answered into the list. */
  put(intent: Intent): Promise<void>
}

export interface IntentWrites {
  create(values: FieldValues): Promise<WriteResult<Intent>>
  update(intent: Intent, patch: FieldValues): Promise<WriteResult<Intent>>
}

const NO_ID =
  'The environment took it and did not say its id. Go back: it is in the list once that is read again.'
const ADDED = 'The intent itself is added: save again, and only what is missing is sent.'
const ADDED_AND_GONE = 'Somebody else has deleted it meanwhile. Save again, and it is added anew.'
const SAVED = 'Everything else is saved.'
/** Of questions (specification section 8). */
const NOT_CREATED = 'Error while creating the new questions'

/** What stands of a new intent whose other steps failed. */
interface Begun {
  id: string
  name: string
  questions: IntentQuestion[]
}

/**
 * The writes of an intent, each of several calls: what was done stands, and saving again goes on from there. Of a page that
 * adds one, which goes with it.
 */
export function createIntentWrites(steps: IntentSteps): IntentWrites {
  let begun: Begun | null = null

  async function update(intent: Intent, patch: FieldValues): Promise<WriteResult<Intent>> {
    const { [NEW_QUESTIONS]: added, ...fields } = patch
    let now = intent
    const name = textOf(fields['name'] ?? intent.name)
    if (name !== intent.name) {
      const renamed = await steps.rename(now, name)
      if (renamed.kind !== 'done') return renamed
      now = renamed.row ?? { ...now, name }
    }
    if (Object.keys(fields).length > 0) {
      const values = { ...readIntentValues(intent), ...fields }
      const saved = await steps.saveDialog(now, toConfig(values, now, readConfig(intent)))
      if (saved.kind !== 'done') return saved
      now = saved.row ?? now
    }
    const questions = readNewQuestions(added)
    if (questions.length > 0) {
      const asked = await steps.addQuestions(questions, now.name)
      if (asked.kind === 'gone') return asked
      if (asked.kind !== 'done') {
        const why = describeProblem(asked)
        const isAlone = Object.keys(fields).length === 0
        const message = isAlone ? `${NOT_CREATED}: ${why}` : `${SAVED} ${NOT_CREATED}: ${why}`
        return { kind: asked.kind === 'unreachable' ? 'unreachable' : 'refused', message }
      }
      now = { ...now, questions: [...now.questions, ...(asked.row ?? [])] }
    }
    return readAgain(now)
  }

  async function create(values: FieldValues): Promise<WriteResult<Intent>> {
    const name = textOf(values['name'])
    const made = await begin(name)
    if (made.kind !== 'done') return made
    const place = made.row
    const failed = await finish(place, name, values)
    // What a step is refused for may be that the intent itself is gone.
    const isGone = failed?.kind === 'refused' && (await steps.read(place.id)).kind === 'gone'
    if (failed?.kind === 'gone' || isGone) {
      begun = null
      return { kind: 'refused', message: ADDED_AND_GONE }
    }
    if (failed !== null) {
      const message = `${describeProblem(failed)} ${ADDED}`
      return { kind: failed.kind === 'unreachable' ? 'unreachable' : 'refused', message }
    }
    const read = await readAgain({
      id: place.id,
      name,
      questions: place.questions,
      static: false,
      stats: null,
      dialog: null,
    })
    begun = null
    return read
  }

  async function begin(name: string): Promise<{ kind: 'done'; row: Begun } | WriteProblem<never>> {
    if (begun !== null) return { kind: 'done', row: begun }
    const made = await steps.create(name)
    if (made.kind === 'changed') return { kind: 'refused', message: describeProblem(made) }
    if (made.kind !== 'done') return made
    if (made.row === null) return { kind: 'refused', message: NO_ID }
    begun = { id: made.row, name, questions: [] }
    return { kind: 'done', row: begun }
  }

  /** Brings what stands to what is typed by now. Gives the first step that failed. */
  async function finish(
    place: Begun,
    name: string,
    values: FieldValues,
  ): Promise<WriteProblem<unknown> | null> {
    if (place.name !== name) {
      const renamed = await steps.rename({ id: place.id }, name)
      if (renamed.kind !== 'done') return renamed
      place.name = name
    }
    const wanted = readNewQuestions(values[NEW_QUESTIONS])
    for (const question of place.questions.filter(({ text }) => !wanted.includes(text))) {
      const removed = await steps.removeQuestion(question.id)
      if (removed.kind !== 'done' && removed.kind !== 'gone') return removed
      place.questions = place.questions.filter((other) => other !== question)
    }
    const missing = wanted.filter((text) => !place.questions.some((question) => question.text === text))
    if (missing.length > 0) {
      const asked = await steps.addQuestions(missing, name)
      if (asked.kind === 'refused') return { ...asked, message: `${NOT_CREATED}: ${asked.message}` }
      if (asked.kind !== 'done') return asked
      const standIns = missing.map((text) => ({ id: text, text }))
      place.questions = [...place.questions, ...(asked.row ?? standIns)]
    }
    const saved = await steps.saveDialog({ id: place.id }, toConfig(values, { id: place.id, name }, null))
    return saved.kind === 'done' ? null : saved
  }

  /** As it is now; where that can't be read, as far as it is known. */
  async function readAgain(known: Intent): Promise<WriteResult<Intent>> {
    const read = await steps.read(known.id)
    const row = read.kind === 'done' ? read.row : known
    if (read.kind === 'gone') return read
    await steps.put(row)
    return { kind: 'done', row }
  }

  return { create, update }
}

function readConfig({ dialog }: Intent): IntentConfig | null {
  return dialog?.config ?? null
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}
