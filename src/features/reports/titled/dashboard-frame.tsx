import { useEffect, useState } from 'react'
import { joinClasses } from '#src/ui/button.tsx'
import { OpenTab } from './open-tab.tsx'
import styles from '../reports.module.css'
import { useFraming } from '../online-queries.ts'
import type { Dashboard } from './dashboards.ts'

type FrameState = 'loading' | 'shown' | 'slow' | 'refused'

const PATIENCE_MS = 15_000
/** Scripts and forms of its own, windows that it opens; never our page. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

/**
 * A report of another system, in a frame that can do nothing to our page. One that does not load says so after 15 s. Of one that
 * may not be framed no browser tells us: it shows a page of its own and calls that loaded. So the environment is asked, and
 * where it can't say the way out stands below.
 */
export function DashboardFrame({ dashboard }: { dashboard: Dashboard }) {
  const { title, url } = dashboard
  const [loaded, setState] = useState<FrameState>('loading')
  const framing = useFraming(url)
  const state = framing === 'refused' ? 'refused' : loaded
  const isOwn = new URL(url).origin === location.origin
  useEffect(() => {
    const timer = window.setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), PATIENCE_MS)
    const refused = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setState('refused')
    }
    document.addEventListener('securitypolicyviolation', refused)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', refused)
    }
  }, [])
  return (
    <>
      <div className={joinClasses(styles.frame, state !== 'shown' && styles.covered)}>
        <iframe
          title={title}
          src={url}
          // Its own sign-in needs its own origin. At our origin that would undo the sandbox.
          sandbox={isOwn ? SANDBOX : `${SANDBOX} allow-same-origin`}
          referrerPolicy="no-referrer"
          onLoad={() => setState((now) => (now === 'refused' ? now : 'shown'))}
        />
        {state === 'loading' && (
          <p className={styles.over} role="status">
            Loading report
          </p>
        )}
        {(state === 'slow' || state === 'refused') && (
          <div className={styles.over} role="alert">
            <p>
              {`“${title}” can’t be shown here: ` +
                `${state === 'slow' ? 'it does not answer.' : 'it may not be shown inside another page.'}`}
            </p>
            <OpenTab url={url} />
          </div>
        )}
      </div>
      {state === 'shown' && framing !== 'allowed' && (
        <p className={styles.line}>
          <span>{`If you don’t see “${title}” above, it may not be shown inside another page. `}</span>
          <OpenTab url={url} />
        </p>
      )}
    </>
  )
}
