import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { signIn } from '#src/actions/session-sign-in.ts'
import { signOut } from '#src/actions/session-sign-out.ts'
import { WorkspaceContext } from '#src/db/workspace-context.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { ConnectionContext } from '#src/lib/connection-context.ts'
import { ProgressContext } from '#src/lib/progress-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { AppContext, type AppContextValue } from './app-context.ts'
import { OutboxRescue } from './outbox-rescue.tsx'
import { router } from './router.tsx'
import type { AppState, Runtime } from './runtime.ts'
import { ScreenError } from './screen-error.tsx'
import { StartProblem } from './start-problem.tsx'

const SignInPage = lazy(() =>
  import('#src/features/session/sign-in-page.tsx').then((module) => ({ default: module.SignInPage })),
)

/** The app, with words for what nobody foresaw: a part that could not be fetched, or a fault of ours. */
export function App({ runtime }: { runtime: Runtime }) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={ScreenError}>
      <AppInState runtime={runtime} />
    </CatchBoundary>
  )
}

/** In whichever state it is: signed out, signed in, or stopped with a reason. */
function AppInState({ runtime }: { runtime: Runtime }) {
  const state = useStore(runtime.state)
  switch (state.kind) {
    case 'starting':
      return null
    case 'signed-in':
      return <SignedIn runtime={runtime} state={state} />
    case 'signed-out':
      // The address stays as it is, so that a link given by a colleague survives the sign-in.
      return (
        <Suspense>
          <SignInPage
            environment={runtime.environment.label}
            former={state.formerUser}
            reason={state.reason}
            onSignIn={(credentials) => signIn({ ...runtime, now: Date.now }, credentials)}
          />
        </Suspense>
      )
    case 'outbox-unreadable':
      return (
        <OutboxRescue
          origin={runtime.origin}
          userId={state.session.user.id}
          onReplaced={() => void runtime.reopen()}
        />
      )
    case 'outdated':
    case 'storage-broken':
    case 'insecure':
    case 'no-environments':
      return <StartProblem problem={state.kind} />
  }
}

interface SignedInProps {
  runtime: Runtime
  state: Extract<AppState, { kind: 'signed-in' }>
}

function SignedIn({ runtime, state: { workspace, engine } }: SignedInProps) {
  const app = useMemo(
    (): AppContextValue => ({
      isMemoryOnly: runtime.isMemoryOnly,
      isPersisted: runtime.isPersisted,
      signOut: (choice) =>
        runtime.runBeforeShowing(() => signOut(runtime.sessionDb, workspace, choice, Date.now())),
      pauseFlush: () => engine.stop(),
    }),
    [runtime, workspace, engine],
  )
  return (
    <AppContext value={app}>
      <WorkspaceContext value={workspace}>
        <ConnectionContext value={runtime.connection}>
          <CapabilitiesContext value={runtime.capabilities}>
            <ProgressContext value={engine.progress}>
              {/* Another session draws everything anew: nothing of the former one stays on the screen. */}
              <RouterProvider key={`${workspace.user.id}:${workspace.epoch}`} router={router} />
            </ProgressContext>
          </CapabilitiesContext>
        </ConnectionContext>
      </WorkspaceContext>
    </AppContext>
  )
}
