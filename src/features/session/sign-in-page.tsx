import { PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/ActionIcon.css'
import { useState, type FormEvent } from 'react'
import type { SignInResult } from '#src/actions/session-sign-in.ts'
import { isSocialSignIn } from '#src/domain/social-sign-in.ts'
import type { EnvironmentView } from '#src/lib/environment.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Mantine } from '#src/ui/mantine.tsx'
import { describeReason, describeSignIn, SOCIAL_CANCELLED } from './describe-sign-in.ts'
import { EnvironmentBanner } from './environment-banner.tsx'
import { FacebookButton } from './facebook-button.tsx'
import { LoadingIndicator } from './loading-indicator.tsx'
import { SignOutUnfinished } from './sign-out-unfinished.tsx'
import styles from './sign-in-page.module.css'

interface SignInPageProps {
  /** The environment that is signed in to. */
  environment: EnvironmentView
  /** The address's own environment, where another one was chosen: the way back for who can't sign in there. */
  fallback: EnvironmentView | null
  facebookAppId: string | undefined
  /** Whose session was ended, with what they had not sent yet kept for them (D8). */
  former: { username: string; name: string } | null
  reason: 'none' | 'session-ended' | 'long-away'
  /** What a sign-out left on this device could not be removed yet (D8). */
  isUncleared: boolean
  /** Tries again to remove it. */
  onClear(): Promise<void>
  /** Somebody types a name or a password: a sign-in may come. */
  onType(): void
  onSignIn(credentials: { username: string; password: string; token: string }): Promise<SignInResult>
  /** Starts anew in another environment; false where the browser does not keep the choice. */
  onSwitch(key: string): boolean
}

/** The first thing that everybody sees. What it answers to a wrong password is the error catalogue's sentence. */
export function SignInPage(props: SignInPageProps) {
  const { environment, fallback, facebookAppId, former, reason, isUncleared, onClear, onSignIn, onSwitch } =
    props
  const [username, setUsername] = useState(former?.username ?? '')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSocial = isSocialSignIn(username)
  const canSubmit = username.trim() !== '' && !isBusy

  function submit(event: FormEvent) {
    event.preventDefault()
    // There Enter does nothing: only the network's own window goes on (specification section 2).
    if (canSubmit && !isSocial) void signInWith({ username, password, token: '' })
  }

  function takeToken(token: string | null) {
    if (token === null) setProblem(SOCIAL_CANCELLED)
    else void signInWith({ username, password: '', token })
  }

  async function signInWith(credentials: Parameters<typeof onSignIn>[0]) {
    setBusy(true)
    setProblem(null)
    try {
      const result = await onSignIn(credentials)
      // The console takes this place in a moment, and nobody signs in twice.
      if (result.type === 'signed-in') return
      setProblem(describeSignIn(result))
    } catch {
      setProblem('This device could not keep the session. Check that the browser may store data here.')
    }
    setBusy(false)
  }

  return (
    <main className={styles.page}>
      {!environment.isProduction && (
        <div className={styles.banner}>
          <EnvironmentBanner label={environment.label} />
        </div>
      )}
      <form className={styles.form} onSubmit={submit} onInput={props.onType} aria-label="Sign in">
        <div className={styles.logo}>
          <span>
            <Icon name="bell" size={26} />
          </span>
          <h1>Bellhop</h1>
        </div>
        {isUncleared && <SignOutUnfinished onClear={onClear} />}
        {reason !== 'none' && <p className={styles.note}>{describeReason(reason, former?.name)}</p>}
        <Mantine>
          <TextInput
            label="Username"
            name="username"
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus={former === null}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          {!isSocial && (
            <PasswordInput
              label="Password"
              name="password"
              size="md"
              autoComplete="current-password"
              autoFocus={former !== null}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what is typed' }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Mantine>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {isSocial ? (
          <FacebookButton appId={facebookAppId} isBusy={isBusy} onToken={takeToken} />
        ) : (
          <Button
            type="submit"
            look="primary"
            className={styles.submit}
            disabled={!canSubmit}
            aria-busy={isBusy}
          >
            LOGIN
          </Button>
        )}
        {/* What a session that has ended still waited for is nobody's any more. */}
        <div className={styles.loading}>{isBusy && <LoadingIndicator />}</div>
        <p className={styles.environment}>{environment.label}</p>
        {fallback !== null && (
          <Button
            look="link"
            onClick={() => setProblem(onSwitch(fallback.key) ? null : NOT_KEPT)}
          >{`Use ${fallback.label} instead`}</Button>
        )}
      </form>
    </main>
  )
}

const NOT_KEPT = 'This browser does not keep the choice. Allow it to store data for this page.'
