import { createStore, type Store } from '#src/lib/store.ts'

/** What was started: `recipients` is null where the environment did not say. */
export type Started = { kind: 'done'; recipients: number | null } | { kind: 'failed'; message: string }

export interface StartCalls {
  /** `testUsersOnly` is undefined where the environment knows no runs for test users. */
  start(campaignId: string, testUsersOnly: boolean | undefined): Promise<Started>
}

export type RunStart =
  | { kind: 'asked' }
  | { kind: 'starting'; testUsersOnly: boolean }
  | { kind: 'failed'; message: string }
  | { kind: 'started'; testUsersOnly: boolean; recipients: number | null }

/** What is asked and answered before one run. It draws nothing. */
export interface RunController {
  state: Store<RunStart>
  /** Starts a run, unless one is being started: however often it is pressed, one goes out. */
  start(testUsersOnly: boolean | undefined): Promise<void>
}

export function createRunController(campaignId: string, calls: StartCalls): RunController {
  const state = createStore<RunStart>({ kind: 'asked' })
  return {
    state,
    async start(testUsersOnly) {
      const { kind } = state.get()
      // After a run for test users the one for the guests follows.
      const isOver = kind === 'started' && !isForTestUsers(state.get())
      if (kind === 'starting' || isOver) return
      const isTest = testUsersOnly === true
      state.set({ kind: 'starting', testUsersOnly: isTest })
      const started = await calls.start(campaignId, testUsersOnly)
      state.set(
        started.kind === 'done'
          ? { kind: 'started', testUsersOnly: isTest, recipients: started.recipients }
          : started,
      )
    },
  }
}

function isForTestUsers(start: RunStart): boolean {
  return start.kind === 'started' && start.testUsersOnly
}
