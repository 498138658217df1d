import { memo, useDeferredValue } from 'react'
import { countSmsParts } from '#src/domain/text/sms-parts.ts'
import styles from './composer.module.css'
import { describeSmsParts } from './describe-sms-parts.ts'

/** How many SMS a draft becomes, which is how it is charged. Typing does not wait for the count. */
export function SmsPartsNote({ text }: { text: string }) {
  return <CountedParts text={useDeferredValue(text)} />
}

const CountedParts = memo(function CountedParts({ text }: { text: string }) {
  // What goes out has no blanks around it.
  const { count, why } = describeSmsParts(countSmsParts(text.trim()))
  return (
    <span className={styles.parts}>
      {/* Read out when the number changes, and no more often. */}
      <span role="status">{count}</span>
      {why !== '' && <span>{` · ${why}`}</span>}
    </span>
  )
})
