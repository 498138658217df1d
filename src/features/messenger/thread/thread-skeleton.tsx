import styles from './thread-skeleton.module.css'

/** The shape of a thread for the moment until it is read. */
export function ThreadSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <div className={styles.header} />
      <div className={styles.lines}>
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
