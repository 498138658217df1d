import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ThreadEntry } from '#src/db/thread.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import type { ThreadTarget } from './use-thread-window.ts'

/** Which entries of an open thread are drawn whole, however long they are. */
interface WholeTexts {
  /** By the entries' keys, which stay as an unsent message becomes a real one, and as the thread moves over them. */
  shown: Store<ReadonlySet<string>>
  /** The one that the thread was opened at: what was looked for may be anywhere in it. */
  soughtKey: string | null
  show(key: string): void
}

const NONE: WholeTexts = {
  shown: createStore<ReadonlySet<string>>(new Set()),
  soughtKey: null,
  show: () => undefined,
}

export const WholeTextsContext = createContext(NONE)
/** The key of the entry that is drawn. */
export const EntryKeyContext = createContext('')

/** For a thread that is open: what its person asked to see whole stays so. `holdHere` is called before an entry grows. */
export function useWholeTexts(
  entries: readonly ThreadEntry[],
  target: ThreadTarget | null,
  holdHere: () => void,
): WholeTexts {
  const [shown] = useState(() => createStore<ReadonlySet<string>>(new Set()))
  const soughtKey = findKey(entries, target)
  const add = useCallback((key: string) => shown.set(new Set([...shown.get(), key])), [shown])
  useEffect(() => {
    if (soughtKey !== null) add(soughtKey)
  }, [soughtKey, add])
  return useMemo(() => {
    const show = (key: string) => {
      holdHere()
      add(key)
    }
    return { shown, soughtKey, show }
  }, [shown, soughtKey, holdHere, add])
}

/** Whether the entry around is drawn whole, and the way there. */
export function useWholeText(): { isWhole: boolean; showWhole: () => void } {
  const key = useContext(EntryKeyContext)
  const { shown, soughtKey, show } = useContext(WholeTextsContext)
  const read = () => key === soughtKey || shown.get().has(key)
  return { isWhole: useSyncExternalStore(shown.subscribe, read, read), showWhole: () => show(key) }
}

function findKey(entries: readonly ThreadEntry[], target: ThreadTarget | null): string | null {
  if (target === null) return null
  const sought = entries.find((entry) => entry.type === 'message' && entry.message.id === target.id)
  return sought?.key ?? null
}
