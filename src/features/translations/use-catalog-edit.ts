import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Entry } from '#src/domain/translations/catalog.ts'
import type { Store } from '#src/lib/store.ts'
import { describeProblem, settleWrite } from '#src/ui/list/list-source.ts'
import { dropSaved, listLines, type Drafts, type Line } from './drafts.ts'
import { useTranslation } from './online-queries.ts'

const NOTHING: Drafts = new Map()
const NO_LINES: Line[] = []
const OTHERS_SAVED =
  'Somebody else has saved meanwhile, and nothing of yours was saved. Their texts are here now: save again, where both of you changed one after choosing which to keep.'

type Progress = { kind: 'idle' } | { kind: 'saving' } | { kind: 'saved' } | { kind: 'failed'; words: string }

/** One language's texts as they are edited: what is typed, whether it may be saved, and what became of it. */
export function useCatalogEdit(locale: string, unsaved: Store<boolean>) {
  const source = useTranslation(locale)
  const [drafts, setDrafts] = useState(NOTHING)
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const row = source.rows?.[0]
  const lines = useMemo(() => (row ? listLines(row, drafts) : NO_LINES), [row, drafts])
  const open = lines.filter(({ isUnsaved }) => isUnsaved)
  const hasUnsaved = open.length > 0
  useGuard(hasUnsaved, unsaved)

  const why = explainNoSave(open, source.readOnly)

  function change(next: Drafts) {
    setDrafts(next)
    setProgress({ kind: 'idle' })
  }

  async function save() {
    if (!row || why !== null || progress.kind === 'saving') return
    const sent = open.map(({ key, text }): Entry => [key, text])
    setProgress({ kind: 'saving' })
    const written = await settleWrite(() =>
      source.update(row, Object.fromEntries(sent), { isLeaving: false }),
    )
    if (written.kind === 'done') {
      setDrafts((now) => dropSaved(now, sent))
      setProgress({ kind: 'saved' })
      return
    }
    const words =
      written.kind === 'changed'
        ? OTHERS_SAVED
        : written.kind === 'gone'
          ? 'The environment has no texts in this language.'
          : describeProblem(written)
    setProgress({ kind: 'failed', words: describeError(words) })
  }

  return { source, row, lines, open, drafts, progress, why, change, save }
}

/** Specification section 8. The reason ends its own sentence. */
export function describeError(reason: string): string {
  return `Error updating or fetching: ${reason.replace(/\.$/, '')}.`
}

/** Why nothing can be saved just now, in words; null: it can. */
function explainNoSave(open: readonly Line[], readOnly: string | null): string | null {
  if (readOnly !== null) return readOnly
  if (open.length === 0) return 'Nothing was changed.'
  if (open.some(({ isContested }) => isContested)) return 'Choose first which texts to keep.'
  const wrong = open.filter(({ problem }) => problem !== null).length
  if (wrong === 0) return null
  return wrong === 1 ? 'One text can not be saved like this.' : `${wrong} texts can not be saved like this.`
}

/** Whoever leaves with something typed is asked: by the app, and by the browser where the page goes. */
function useGuard(hasUnsaved: boolean, unsaved: Store<boolean>): void {
  useLayoutEffect(() => unsaved.set(hasUnsaved), [hasUnsaved, unsaved])
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => unsaved.get() && event.preventDefault()
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      unsaved.set(false)
    }
  }, [unsaved])
}
