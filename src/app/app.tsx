import { CatchBoundary, type RouterHistory } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { WorkspaceContext } from '#src/db/workspace-context.ts'
import { AddressContext } from '#src/lib/address.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { ConnectionContext } from '#src/lib/connection-context.ts'
import { DeferredContext } from '#src/lib/deferred-context.ts'
import { ProgressContext } from '#src/lib/progress-context.ts'
import { SoundContext } from '#src/lib/sound-context.ts'
import { removeStartLayer } from '#src/lib/start-layer.ts'
import { useStore } from '#src/lib/use-store.ts'
import { AppContext, type AppContextValue } from './app-context.ts'
import { OutboxRescue, SignInScreen, StartFailed, StartProblem } from './deferred-screens.ts'
import { Frame } from './frame.tsx'
import { fetchAhead } from './other-screens.ts'
import type { AppState, Runtime } from './runtime.ts'
import { ScreenError } from './screen-error.tsx'
import { unsubscribeDevice } from './unsubscribe-device.ts'

interface AppProps {
  runtime: Runtime
  /** This window's, of which there is one. */
  history: RouterHistory
}

/** The app, with words for what nobody foresaw. */
export function App({ runtime, history }: AppProps) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={ScreenError}>
      <DeferredContext value={runtime.host}>
        <AppInState runtime={runtime} history={history} />
      </DeferredContext>
    </CatchBoundary>
  )
}

/** In whichever state it is: signed out, signed in, or stopped with a reason. */
function AppInState({ runtime, history }: AppProps) {
  const state = useStore(runtime.state)
  const isListComing = state.kind === 'starting' || state.kind === 'signed-in'
  useLayoutEffect(() => {
    if (!isListComing) removeStartLayer()
  }, [isListComing])
  switch (state.kind) {
    case 'starting':
      return null
    case 'signed-in':
      return <SignedIn runtime={runtime} history={history} state={state} />
    case 'signed-out':
      // The address stays as it is, so that a link given by a colleague survives the sign-in.
      return (
        <SignInScreen runtime={runtime} history={history} former={state.formerUser} reason={state.reason} />
      )
    case 'outbox-unreadable':
      return (
        <OutboxRescue
          origin={runtime.origin}
          userId={state.session.user.id}
          onReplaced={() => void runtime.reopen()}
        />
      )
    case 'failed':
      return <StartFailed problem={state.problem} owner={state.owner} />
    case 'outdated':
    case 'storage-broken':
    case 'insecure':
    case 'no-environments':
      return <StartProblem problem={state.kind} />
  }
}

interface SignedInProps extends AppProps {
  state: Extract<AppState, { kind: 'signed-in' }>
}

function SignedIn({ runtime, history, state: { workspace, engine } }: SignedInProps) {
  const { user } = workspace
  const app = useMemo(
    (): AppContextValue => ({
      environments: runtime.environments,
      preferences: runtime.preferences,
      sessionDb: runtime.sessionDb,
      readElsewhere: async () => {
        const { readUnsentElsewhere } = await import('#src/db/unsent-elsewhere.ts')
        return readUnsentElsewhere(runtime.sessionDb, runtime.origin)
      },
      isMemoryOnly: runtime.isMemoryOnly,
      isPersisted: runtime.isPersisted,
      noteLine: engine.noteLine,
      syncNow: engine.syncNow,
      signOut: (choice) =>
        runtime.runBeforeShowing(async () => {
          const { signOut } = await import('#src/actions/session-sign-out.ts')
          await signOut(runtime.sessionDb, workspace, choice, Date.now(), {
            abortRequests: engine.stop,
            unsubscribeAlerts: () =>
              unsubscribeDevice((late) =>
                late.unsubscribeAlertsOf(runtime.sessionDb, { origin: workspace.origin, userId: user.id }),
              ),
          })
        }),
      pauseFlush: async () => {
        engine.stop()
        // It comes with the message box: without it nothing was typed.
        const part = await import('#src/actions/save-draft.ts').catch(() => null)
        await part?.waitForDrafts(workspace)
      },
    }),
    [runtime, workspace, engine, user.id],
  )
  const address = useMemo(
    () => ({ history, fetchAhead: (path: string) => fetchAhead(history, user.role, path) }),
    [history, user.role],
  )
  return (
    <AppContext value={app}>
      <WorkspaceContext value={workspace}>
        <ConnectionContext value={runtime.connection}>
          <CapabilitiesContext value={runtime.capabilities}>
            <ProgressContext value={engine.progress}>
              <SoundContext value={runtime.preferences.sound}>
                {/* Another session draws everything anew: nothing of the former one stays on the screen. */}
                <AddressContext value={address}>
                  <Frame key={`${user.id}:${workspace.epoch}`} />
                </AddressContext>
              </SoundContext>
            </ProgressContext>
          </CapabilitiesContext>
        </ConnectionContext>
      </WorkspaceContext>
    </AppContext>
  )
}
