import { loading } from '#src/lib/loading.ts'
import { useStore } from '#src/lib/use-store.ts'
import { joinClasses } from '#src/ui/button.tsx'
import styles from './loading-indicator.module.css'

/**
 * The latest pending message (specification section 2, Header): this tab's or that of the tab that leads the engine. It is
 * not read out: what comes of it is.
 */
export function LoadingIndicator({ className }: { className?: string | undefined }) {
  const own = useStore(loading.own)
  const leaders = useStore(loading.leaders)
  const message = own ?? leaders
  return (
    <div
      role="status"
      aria-label="Loading"
      aria-live="off"
      className={joinClasses(styles.loading, className)}
    >
      {message !== null && (
        <>
          <span className={styles.wheel} aria-hidden="true" />
          <span className={styles.words}>{message}</span>
        </>
      )}
    </div>
  )
}
