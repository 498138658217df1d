import { createStore, type Store } from '#src/lib/store.ts'

/** What is done for a preview (specification section 4, Audio widget), and why the last one came to nothing. */
export type PreviewState =
  { kind: 'stopped'; problem: string | null } | { kind: 'loading' } | { kind: 'playing' }

export interface PreviewWords {
  words: string
  timeZone: string
}

/** The audio of words, or why there is none, in a sentence. */
export type FetchPreview = (
  asked: PreviewWords,
  signal: AbortSignal,
) => Promise<{ kind: 'done'; bytes: ArrayBuffer; contentType: string } | { kind: 'failed'; message: string }>

/** A sound that is there and makes no noise yet. */
export interface Sound {
  /** Resolves as it begins; rejects where it can't, with NotAllowedError where the browser wants a tap. */
  play(): Promise<void>
  /** Ends it for good, and gives back what it holds. */
  close(): void
}
export type OpenSound = (
  bytes: ArrayBuffer,
  contentType: string,
  on: { ended(): void; failed(): void },
) => Sound

export interface PreviewPlayer {
  state: Store<PreviewState>
  /** Begins, where nothing is done; else ends what is. */
  toggle(asked: PreviewWords): void
  stop(): void
}

const UNPLAYABLE = 'This browser can’t play it.'
const NEEDS_TAP = 'The browser did not let it play. Press Play again.'

/** Of all players of this page the one that is at work: two voices at once say nothing. */
let atWork: PreviewPlayer | null = null

/** Fetches and plays one preview at a time. */
export function createPreviewPlayer(fetchPreview: FetchPreview, openSound: OpenSound): PreviewPlayer {
  const state = createStore<PreviewState>({ kind: 'stopped', problem: null })
  let running: AbortController | null = null
  let sound: Sound | null = null
  /** What the browser wanted a tap for: the next tap must not wait for the environment first. */
  let ready: { asked: PreviewWords; bytes: ArrayBuffer; contentType: string } | null = null

  function end(problem: string | null) {
    running?.abort()
    running = null
    sound?.close()
    sound = null
    if (atWork === player) atWork = null
    state.set({ kind: 'stopped', problem })
  }

  async function run(asked: PreviewWords, { signal }: AbortController): Promise<void> {
    const known = ready !== null && isSame(ready.asked, asked) ? ready : null
    ready = null
    state.set({ kind: 'loading' })
    const fetched = known ? { kind: 'done' as const, ...known } : await fetchPreview(asked, signal)
    if (signal.aborted) return
    if (fetched.kind === 'failed') return end(fetched.message)
    const { bytes, contentType } = fetched
    sound = openSound(bytes, contentType, {
      ended: () => signal.aborted || end(null),
      failed: () => signal.aborted || end(UNPLAYABLE),
    })
    try {
      await sound.play()
      if (!signal.aborted) state.set({ kind: 'playing' })
    } catch (error) {
      if (signal.aborted) return
      if (isRefusal(error)) ready = { asked, bytes, contentType }
      end(isRefusal(error) ? NEEDS_TAP : UNPLAYABLE)
    }
  }

  const player: PreviewPlayer = {
    state,
    toggle(asked) {
      if (running !== null) return end(null)
      atWork?.stop()
      atWork = player
      running = new AbortController()
      void run(asked, running)
    },
    stop: () => {
      if (running !== null) end(null)
    },
  }
  return player
}

function isSame(one: PreviewWords, other: PreviewWords): boolean {
  return one.words === other.words && one.timeZone === other.timeZone
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}
