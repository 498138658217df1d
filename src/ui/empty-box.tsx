import { Button } from './button.tsx'
import styles from './empty-box.module.css'

/** Stands where rows would, and says why there are none. */
export function EmptyBox({ words }: { words: string }) {
  return <p className={styles.empty}>{words}</p>
}

/** Stands where rows will. */
export function LoadingBox() {
  return (
    <p className={styles.empty} role="status">
      Loading...
    </p>
  )
}

interface UnreadBoxProps {
  /** What could not be read, and why. */
  words: string
  onRetry(): void
}

/** Stands where rows would, had they been read. */
export function UnreadBox({ words, onRetry }: UnreadBoxProps) {
  return (
    <div className={styles.empty} role="alert">
      <p>{words}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
