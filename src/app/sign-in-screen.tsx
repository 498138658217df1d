import type { RouterHistory } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createRecognition, type Recognition } from '#src/actions/session-recognition.ts'
import { signIn, type SignInDeps, type SignInResult } from '#src/actions/session-sign-in.ts'
import { observeSession } from '#src/db/session/observe.ts'
import { readPendingClearings } from '#src/db/session/pending-clearings.ts'
import { SignInPage } from '#src/features/session/sign-in-page.tsx'
import { preloadColumns } from '#src/features/messenger/messenger-page.tsx'
import { loading } from '#src/lib/loading.ts'
import { markOnce } from '#src/lib/marks.ts'
import { createListAhead } from './list-ahead.ts'
import type { AppState, Runtime } from './runtime.ts'

type SignedOut = Extract<AppState, { kind: 'signed-out' }>

interface SignInScreenProps {
  runtime: Runtime
  /** This window's: where the console begins. */
  history: RouterHistory
  former: SignedOut['formerUser']
  reason: SignedOut['reason']
}

const NOT_KEPT =
  'You belong to another environment, and this browser does not keep that choice. Allow it to store data.'

/** The sign-in screen in this runtime; who is signed in has no need of it, so it loads by itself. */
export function SignInScreen({ runtime, history, former, reason }: SignInScreenProps) {
  const { environment, environments, sessionDb, target } = runtime
  const [recognition] = useState(() => createRecognition(target, () => performance.now()))
  const [isUncleared, setUncleared] = useState(false)
  useEffect(
    () =>
      observeSession(
        () => readPendingClearings(sessionDb),
        (pending) => setUncleared(pending.length > 0),
      ),
    [sessionDb],
  )
  useEffect(() => {
    markOnce('bellhop:sign-in-visible')
    fetchConsole()
  }, [])
  return (
    <SignInPage
      environment={environments.current}
      fallback={environments.fallback}
      facebookAppId={environment.facebookAppId}
      former={former}
      reason={reason}
      isUncleared={isUncleared}
      onClear={runtime.finishSignOuts}
      onType={recognition.begin}
      onSignIn={(credentials) => signInAnywhere(runtime, history, recognition, credentials)}
      onSwitch={environments.switchTo}
    />
  )
}

/**
 * Fetches what reads the chats and what draws the first of them, while somebody types: after the password was checked they wait
 * for it. Where it does not arrive, who needs it tries again.
 */
function fetchConsole(): void {
  void import('#src/sync/engine.ts').catch(() => undefined)
  void preloadColumns()
}

/** Signs in here or, where this environment names another one, there: the console then starts anew in that one. */
async function signInAnywhere(
  runtime: Runtime,
  history: RouterHistory,
  recognition: Recognition,
  credentials: Parameters<typeof signIn>[1],
): Promise<SignInResult> {
  const { origin, sessionDb, target, environments, finishSignOuts } = runtime
  const { findAvailable } = environments
  const keepFirstList = keepUnlessKnown(runtime, history)
  const own = { sessionDb, target, now: Date.now, recognition }
  const deps: SignInDeps = { ...own, findAvailable, finishSignOuts, keepFirstList }
  // Where it has not come meanwhile it is asked for once more.
  fetchConsole()
  const result = await loading.during('Signing in…', () => signIn(deps, credentials))
  if (result.type !== 'signed-in') runtime.listAhead.current = null
  if (result.type !== 'signed-in' || result.session.origin === origin) return result
  return environments.followSignIn(result.session.origin) ? result : { type: 'refused', message: NOT_KEPT }
}

/** Whose session has ended meanwhile has their rows on this device. */
function keepUnlessKnown({ state, listAhead }: Runtime, history: RouterHistory): SignInDeps['keepFirstList'] {
  const before = state.get()
  if (before.kind !== 'signed-out' || before.formerUser !== null) return undefined
  return (token, list) => {
    listAhead.current = createListAhead(token, list, history, preloadColumns)
  }
}
