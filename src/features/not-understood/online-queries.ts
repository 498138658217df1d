import { useMemo } from 'react'
import { dismissSentences, writeUsedSentences } from '#src/api/not-understood.ts'
import { INTENTS } from '#src/online/plans/intents.ts'
import { NOT_UNDERSTOOD, type NotUnderstoodRow } from '#src/online/plans/not-understood.ts'
import { useListSource, type OnlineList } from '#src/online/use-list-source.ts'
import { useKeyedWrites } from '#src/online/use-write.ts'
import { describeProblem } from '#src/ui/list/list-source.ts'
import type { SentenceCalls } from './sentence-controller.ts'

/** Guests are not hinted at: the list is read again this often while it is on the screen. */
const POLL_MS = 30_000

/** What the bot did not understand; the first row is all of it, undefined before the first reading. */
export function useNotUnderstood(): OnlineList<NotUnderstoodRow, object> {
  return useListSource(NOT_UNDERSTOOD, POLL_MS)
}

/** The intents that a question can be put into; undefined while they are being read. */
export function useIntentNames() {
  const { rows, state, problem } = useListSource(INTENTS)
  const names = useMemo(
    () => rows?.map(({ name }) => name).sort((one, other) => one.localeCompare(other)),
    [rows],
  )
  return { names, problem: state === 'failed' ? problem : null }
}

/** The calls that take sentences out of the list. */
export function useSentenceCalls(): SentenceCalls {
  const write = useKeyedWrites()
  return useMemo((): SentenceCalls => {
    const settle = (written: Awaited<ReturnType<typeof write>>) =>
      written.kind === 'done' ? null : describeProblem(written)
    return {
      use: async (used) =>
        settle(await write(['use', used], (session, options) => writeUsedSentences(session, used, options))),
      dismiss: async (seen) =>
        settle(
          await write(['dismiss', seen], (session, options) => dismissSentences(session, seen, options)),
        ),
    }
  }, [write])
}
