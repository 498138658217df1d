import { PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/ActionIcon.css'
import { useState, type FormEvent } from 'react'
import type { SignInResult } from '#src/actions/session-sign-in.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './sign-in-page.module.css'

interface SignInPageProps {
  /** The environment that is signed in to, in a person's words. */
  environment: string
  /** Whose session was ended, with what they had not sent yet kept for them (D8). */
  former: { username: string; name: string } | null
  reason: 'none' | 'session-ended' | 'long-away'
  onSignIn(credentials: { username: string; password: string }): Promise<SignInResult>
}

/** The first thing that everybody sees. What it answers to a wrong password is the error catalogue's sentence. */
export function SignInPage({ environment, former, reason, onSignIn }: SignInPageProps) {
  const [username, setUsername] = useState(former?.username ?? '')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const canSubmit = username.trim() !== '' && !isBusy

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!canSubmit) return
    setBusy(true)
    setProblem(null)
    try {
      setProblem(describeResult(await onSignIn({ username, password })))
    } catch {
      setProblem('This device could not keep the session. Check that the browser may store data here.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label="Sign in">
        <div className={styles.logo}>
          <span>
            <Icon name="bell" size={26} />
          </span>
          <h1>Bellhop</h1>
        </div>
        {reason !== 'none' && <p className={styles.note}>{describeReason(reason, former?.name)}</p>}
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
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button
          type="submit"
          look="primary"
          className={styles.submit}
          disabled={!canSubmit}
          aria-busy={isBusy}
        >
          LOGIN
        </Button>
        <p className={styles.environment}>{environment}</p>
      </form>
    </main>
  )
}

function describeReason(reason: 'session-ended' | 'long-away', name: string | undefined): string {
  if (reason === 'long-away') {
    return 'This device has not spoken with the hotel for 14 days. Sign in to go on; what you had not sent is kept.'
  }
  return `Your session has ended${name ? `, ${name}` : ''}. Sign in again; what you had not sent is kept.`
}

function describeResult(result: SignInResult): string | null {
  switch (result.type) {
    case 'signed-in':
      return null
    case 'wrong-credentials':
      return 'Wrong username or password, or user with such credentials not added to the system.'
    case 'slowed-down': {
      const seconds = Math.max(1, Math.ceil(result.retryAfterMs / 1_000))
      return `Too many tries. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    }
    case 'unreachable':
      return 'The hotel’s system can’t be reached. Check the connection and try again.'
    case 'foreign':
      return 'Another page answered in place of the hotel’s system. Is there a Wi-Fi login page? No password was sent to it.'
    case 'refused':
      return result.message ?? 'The hotel’s system refused the sign-in.'
  }
}
