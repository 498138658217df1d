import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { publishFormerVersion } from '#src/api/bot-versions.ts'
import { ApiError } from '#src/api/errors.ts'
import {
  addQuestions,
  createIntent,
  fetchIntent,
  removeQuestion,
  renameIntent,
  saveDialog,
} from '#src/api/intents.ts'
import { dismissSentences } from '#src/api/not-understood.ts'
import { fetchTraining, fetchTriedSentence, publishTraining, startTraining } from '#src/api/training.ts'
import type { BotVersions } from '#src/contract/bot-versions.ts'
import { BOT_EXTRAS } from '#src/contract/capabilities.ts'
import type { Intent, TrainingWarning } from '#src/contract/intents.ts'
import type { TriedSentence } from '#src/contract/try-sentence.ts'
import type { SeenSentences } from '#src/contract/not-understood.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { fetchIsSaved, fetchPreview, fetchSpeechStatus } from '#src/api/speech.ts'
import type { SpeechStatus } from '#src/contract/speech.ts'
import { isSpeakable, saysTime, tidyWords } from '#src/domain/speech/spoken-words.ts'
import { createTurns } from '#src/lib/take-turns.ts'
import { describeReadFailure } from '#src/online/describe-answer.ts'
import type { WriteKeyed, Written } from '#src/online/keyed-writes.ts'
import type { ListWrites } from '#src/online/list-writes.ts'
import { useOnline, type Online } from '#src/online/online-context.ts'
import { DEPARTMENTS } from '#src/online/plans/departments.ts'
import { TICKETING_INTEGRATIONS } from '#src/online/plans/integrations.ts'
import { BOT_STATUS, BOT_VERSIONS, DIALOGS, INTENTS, TRAINING } from '#src/online/plans/intents.ts'
import { NOT_UNDERSTOOD } from '#src/online/plans/not-understood.ts'
import { readAfterHints } from '#src/online/read-after-hints.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { useKeyedWrites } from '#src/online/use-write.ts'
import { describeProblem, type ListSource } from '#src/ui/list/list-source.ts'
import { createIntentWrites, type IntentSteps } from './intent-writes.ts'
import type { Called, TrainingCalls } from './run-training.ts'
import { isUnfinished } from './speech/describe-audio.ts'
import type { FetchPreview } from './speech/preview-player.ts'

/** How often it is looked what was recorded: of the intent that is edited (specification section 9), and of a list of them, ms. */
export const EDITOR_SPEECH_POLL_MS = 3_000
export const LIST_SPEECH_POLL_MS = 15_000
/** A list asks for the rows that are on the screen, and leaves the line to others. */
const takeTurn = createTurns(2)

/** The intents as a list, each deleted by itself. */
export function useIntents(): ListSource<Intent> {
  return useListSource(INTENTS)
}

/** The intents for their forms, and the single calls for what is written beside a form. */
export function useIntentForm(): { source: ListSource<Intent>; steps: IntentSteps } {
  const list = useListSource(INTENTS)
  const online = useOnline()
  const write = useKeyedWrites()
  const { put, drop } = list
  const steps = useMemo(() => createSteps(online, write, { put, drop }), [online, write, put, drop])
  const writes = useMemo(() => createIntentWrites(steps), [steps])
  const source = useMemo(() => ({ ...list, ...writes }), [list, writes])
  return { source, steps }
}

/** The departments that a ticket can go to. */
export function useDepartments() {
  return useListSource(DEPARTMENTS)
}

/** Where an intent may lead on to: the bot's own dialogs and every intent. */
export function useDialogs() {
  return useListSource(DIALOGS)
}

/** Whether tickets go to a system outside of the house (specification section 2, Intents). */
export function useHasTicketing(): boolean {
  return useListSource(TICKETING_INTEGRATIONS).rows?.some(({ isActive }) => isActive) ?? false
}

/** The bot's app, and when it was published; `status` is undefined before the first reading. */
export function useBotStatus() {
  const { rows, state, problem, reload } = useListSource(BOT_STATUS)
  return { status: rows?.[0], state, problem, reload }
}

/** Questions of which the last training could not tell whose they are, with the intent that has them. */
export function useTrainingWarnings(): { intentId: string; warning: TrainingWarning }[] {
  const { rows } = useListSource(TRAINING)
  return useMemo(
    () =>
      (rows ?? []).flatMap(({ intentId, details }) =>
        (details.warnings ?? []).map((warning) => ({ intentId, warning })),
      ),
    [rows],
  )
}

/** What came of a sentence; the words are for a person. */
export type Tried = { kind: 'done'; text: string; value: TriedSentence } | { kind: 'failed'; message: string }

/** Tries sentences: the call is the same from drawing to drawing. */
export function useTry(): (text: string, signal: AbortSignal) => Promise<Tried> {
  const online = useOnline()
  const [tryText] = useState(() => async (text: string, signal: AbortSignal): Promise<Tried> => {
    const called = await readFrom(async () => fetchTriedSentence(await online.openSession(), text, signal))
    return called.kind === 'done' ? { ...called, text } : called
  })
  return tryText
}

/** Whether the environment announced that it keeps the former version. */
export function useHasVersions(): boolean {
  return useStore(useContext(CapabilitiesContext)).bot.includes(BOT_EXTRAS.versions)
}

/** The version that answers and the one before it, and what publishes that again; only where they were announced. */
export function useBotVersions() {
  const list = useListSource(BOT_VERSIONS)
  const write = useKeyedWrites()
  const { put } = list
  const goBack = useCallback(
    async (modelId: string): Promise<Called<BotVersions | null>> => {
      const written = await write(['go-back', modelId], (session, options) =>
        publishFormerVersion(session, modelId, options),
      )
      if (written.kind !== 'done') return { kind: 'failed', message: describeProblem(written) }
      if (written.row !== null) await put({ id: 'bot', ...written.row })
      return { kind: 'done', value: written.row }
    },
    [write, put],
  )
  const { rows, state, problem, readOnly, reload } = list
  return { versions: rows?.[0], state, problem, readOnly, reload, goBack }
}

/** What the bot did not understand, and what takes sentences out of it; only where it was announced. */
export function useNotUnderstood() {
  const { rows, reload } = useListSource(NOT_UNDERSTOOD)
  const write = useKeyedWrites()
  const takeOut = useCallback(
    async (seen: SeenSentences) => {
      await write(['dismiss', seen], (session, options) => dismissSentences(session, seen, options))
      reload()
    },
    [write, reload],
  )
  return { groups: rows?.[0]?.groups, takeOut }
}

/** The calls that train and publish: the same from drawing to drawing. */
export function useTrainingCalls(): TrainingCalls {
  const online = useOnline()
  const write = useKeyedWrites()
  const [calls] = useState((): TrainingCalls => ({
    start: async () => toCalled(await write(['train'], startTraining)),
    read: (signal) => readFrom(async () => fetchTraining(await online.openSession(), signal)),
    publish: async () => toCalled(await write(['publish'], publishTraining)),
  }))
  return calls
}

/**
 * What an intent says and what of it has audio; null: none is asked for. It is read again after hints, while something is on
 * its way each `pollMs`, and where it says other `words`.
 */
export function useSpeechStatus(id: string | null, words: readonly string[], pollMs: number) {
  const online = useOnline()
  const client = useQueryClient()
  const key = JSON.stringify(words)
  const queryKey = useMemo(() => ['speech', 'status', id, key], [id, key])
  const { data: status } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      takeTurn(async () => fetchSpeechStatus(await online.openSession(), id ?? '', signal)),
    enabled: id !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.status === 'success' && state.data && isUnfinished(state.data) ? pollMs : false,
  })
  useEffect(
    () => readAfterHints(client, queryKey, (list) => list === null || list === INTENTS.name),
    [client, queryKey],
  )
  return { status }
}

/** Whether there is saved audio of words; undefined: not known. It is asked again where `status` has become another one. */
export function useIsSaved(words: string, status: SpeechStatus | undefined): boolean | undefined {
  const online = useOnline()
  const tidy = tidyWords(words)
  return useQuery({
    queryKey: ['speech', 'saved', tidy, JSON.stringify(status?.audio)],
    queryFn: async ({ signal }) => fetchIsSaved(await online.openSession(), tidy, signal),
    enabled: isSpeakable(tidy) && !saysTime(tidy),
    placeholderData: (before, query) => (query?.queryKey[2] === tidy ? before : undefined),
  }).data
}

/** Fetches what is played: the same from drawing to drawing. */
export function usePreviewFetch(): FetchPreview {
  const online = useOnline()
  const [fetchAudio] = useState((): FetchPreview => async (asked, signal) => {
    try {
      return { kind: 'done', ...(await fetchPreview(await online.openSession(), asked, signal)) }
    } catch (error) {
      return { kind: 'failed', message: describeVoiceFailure(error) }
    }
  })
  return fetchAudio
}

/** What the environment says of its voice is more than that it is busy. */
function describeVoiceFailure(error: unknown): string {
  const failure = error instanceof ApiError ? error.failure : null
  const body = failure?.kind === 'busy' ? failure.body : null
  return body?.code.startsWith('speech_') ? body.message : describeReadFailure(error)
}

function createSteps(
  online: Online,
  write: WriteKeyed,
  { put, drop }: Pick<ListWrites<Intent, object>, 'put' | 'drop'>,
): IntentSteps {
  /** What an answer says of an intent is in the list at once. */
  async function note(id: string, written: Written<Intent>): Promise<Written<Intent>> {
    if (written.kind === 'gone') await drop(id)
    else if ('row' in written && written.row !== null) await put(written.row)
    return written
  }

  return {
    create: (name) => write(['create', name], (session, options) => createIntent(session, name, options)),
    rename: async ({ id, ...place }, name) =>
      note(
        id,
        await write(['rename', id, place.etag, name], (session, options) =>
          renameIntent(session, { id, ...place }, name, options),
        ),
      ),
    saveDialog: async ({ id, ...place }, config) =>
      note(
        id,
        await write(['dialog', id, place.etag, config], (session, options) =>
          saveDialog(session, { id, ...place }, config, options),
        ),
      ),
    addQuestions: (texts, name) =>
      write(['ask', texts, name], (session, options) => addQuestions(session, texts, name, options)),
    removeQuestion: (id) => write(['unask', id], (session, options) => removeQuestion(session, id, options)),
    async read(id) {
      try {
        return { kind: 'done', row: await fetchIntent(await online.openSession(), id) }
      } catch (error) {
        return isGone(error) ? { kind: 'gone' } : { kind: 'unreachable', message: describeReadFailure(error) }
      }
    },
    put,
  }
}

async function readFrom<T>(read: () => Promise<T>): Promise<Called<T>> {
  try {
    return { kind: 'done', value: await read() }
  } catch (error) {
    return { kind: 'failed', message: describeReadFailure(error) }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404
}

function toCalled<Row>(written: Written<Row>): Called<unknown> {
  return written.kind === 'done'
    ? { kind: 'done', value: written.row }
    : { kind: 'failed', message: describeProblem(written) }
}
