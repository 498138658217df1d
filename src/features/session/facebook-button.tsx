import { useEffect, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { askFacebook, loadFacebookSdk, type FacebookSdk } from './facebook-sdk.ts'
import styles from './sign-in-page.module.css'

interface FacebookButtonProps {
  /** The network's id of our app; undefined where this environment has none. */
  appId: string | undefined
  isBusy: boolean
  /** Told the network's token, or null where the person did not finish. */
  onToken(token: string | null): void
}

type Readiness =
  { state: 'loading' } | { state: 'ready'; sdk: FacebookSdk } | { state: 'unreachable' } | { state: 'no-app' }

/** Signs in by the social network: disabled until its SDK is there, with the reason where it can't be (specification section 2). */
export function FacebookButton({ appId, isBusy, onToken }: FacebookButtonProps) {
  const [attempt, setAttempt] = useState(1)
  const readiness = useFacebook(appId, attempt)
  const words = describeReadiness(readiness)
  const canAsk = readiness.state === 'ready' && !isBusy
  return (
    <>
      <Button
        look="primary"
        className={styles.submit}
        disabled={!canAsk}
        aria-busy={isBusy || readiness.state === 'loading'}
        aria-describedby={words === null ? undefined : 'facebook-reason'}
        onClick={() =>
          readiness.state === 'ready' ? void askFacebook(readiness.sdk).then(onToken) : undefined
        }
      >
        Facebook Login
      </Button>
      {words !== null && (
        <p id="facebook-reason" className={styles.note} role="status">
          {words}
        </p>
      )}
      {readiness.state === 'unreachable' && (
        <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
      )}
    </>
  )
}

function useFacebook(appId: string | undefined, attempt: number): Readiness {
  const [readiness, setReadiness] = useState<Readiness>({ state: 'loading' })
  useEffect(() => {
    if (appId === undefined) return setReadiness({ state: 'no-app' })
    let isGone = false
    setReadiness({ state: 'loading' })
    loadFacebookSdk(appId).then(
      (sdk) => (isGone ? undefined : setReadiness({ state: 'ready', sdk })),
      () => (isGone ? undefined : setReadiness({ state: 'unreachable' })),
    )
    return () => {
      isGone = true
    }
  }, [appId, attempt])
  return readiness
}

function describeReadiness({ state }: Readiness): string | null {
  switch (state) {
    case 'ready':
      return null
    case 'loading':
      return 'Facebook is being loaded…'
    case 'unreachable':
      return 'Facebook can’t be loaded: the connection is down, or this browser or network blocks it.'
    case 'no-app':
      return 'Facebook sign-in is not set up for this environment. Ask your administrator.'
  }
}
