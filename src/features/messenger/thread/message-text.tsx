import { splitLinks } from '#src/domain/text/links.ts'
import styles from './message-text.module.css'

/**
 * A message's words with its line breaks; its addresses are links. It is text: nothing in it is markup. Each paragraph runs
 * in the direction of its own script, and turns nothing around it.
 */
export function MessageText({ text }: { text: string }) {
  const parts = splitLinks(text)
  if (parts.every(({ address }) => address === null))
    return (
      <span dir="auto" className={styles.text}>
        {text}
      </span>
    )
  return (
    <span dir="auto" className={styles.text}>
      {parts.map((part, index) =>
        part.address === null ? (
          <span key={index}>{part.text}</span>
        ) : (
          <a
            key={index}
            href={part.address}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            dir="ltr"
          >
            {part.text}
          </a>
        ),
      )}
    </span>
  )
}
