import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { UnknownGroup, UnknownSentence, UnknownWording } from '#src/contract/not-understood.ts'
import { MAX_USED_TEXTS } from '#src/contract/not-understood.ts'
import { describeAgo, readTime } from '#src/ui/list/nice-date.ts'
import { ChatLink } from './chat-link.tsx'
import { countOf, describeOutcome } from './describe-group.ts'
import styles from './not-understood.module.css'

interface WordingsProps {
  group: UnknownGroup
  now: number
  /** The keys of those that are not meant. */
  leftOut: ReadonlySet<string>
  isLocked: boolean
  onLeaveOut(keys: ReadonlySet<string>): void
}

/** How guests have put it, each with its chats; what is alike and means something else can be left out. */
export function Wordings({ group, now, leftOut, isLocked, onLeaveOut }: WordingsProps) {
  const { wordings, sentences } = group
  const isOne = wordings.length === 1

  function toggle(key: string) {
    const next = new Set(leftOut)
    if (!next.delete(key)) next.add(key)
    onLeaveOut(next)
  }

  return (
    <details className={styles.wordings}>
      <summary>
        {isOne ? 'Where it was said' : `${countOf(wordings.length, 'wording')}, and where they were said`}
      </summary>
      {!isOne && (
        <p className={styles.note}>
          {'Those that are chosen go together' +
            (wordings.length > MAX_USED_TEXTS
              ? `; the first ${MAX_USED_TEXTS} of them become questions.`
              : '.')}
        </p>
      )}
      <ul role="list">
        {wordings.map((wording) => (
          <li key={wording.key}>
            {!isOne && (
              <label className={styles.wording}>
                <Checkbox
                  checked={!leftOut.has(wording.key)}
                  disabled={isLocked}
                  onChange={() => toggle(wording.key)}
                />
                <span dir="auto">{wording.text}</span>
                {wording.count > 1 && <span className={styles.note}>{`${wording.count} times`}</span>}
              </label>
            )}
            <Places wording={wording} sentences={sentences} now={now} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface PlacesProps {
  wording: UnknownWording
  sentences: readonly UnknownSentence[]
  now: number
}

function Places({ wording, sentences, now }: PlacesProps) {
  const own = sentences.filter(({ key }) => key === wording.key)
  if (own.length === 0) return null
  return (
    <p className={styles.places}>
      {own.map((sentence) => (
        <ChatLink key={sentence.id} sentence={sentence}>
          {`${describeAgo(readTime(sentence.at) ?? now, now)}, ${describeOutcome(sentence.outcome)}`}
        </ChatLink>
      ))}
    </p>
  )
}
