import styles from '../reports.module.css'

/** A link that opens a report of another system by itself. */
export function OpenTab({ url }: { url: string }) {
  return (
    <a className={styles.way} href={url} target="_blank" rel="noreferrer">
      Open it in a tab
    </a>
  )
}
