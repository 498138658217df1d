import { useEffect, useId, useRef, useState } from 'react'
import type { UnknownGroup } from '#src/contract/not-understood.ts'
import { Button } from '#src/ui/button.tsx'
import { formatTip, readTime } from '#src/ui/list/nice-date.ts'
import { OpenLink } from '#src/ui/list/open-link.tsx'
import { ChatLink } from './chat-link.tsx'
import { describeFrequency, describeOutcomes } from './describe-group.ts'
import { IntentPicker } from './intent-picker.tsx'
import styles from './not-understood.module.css'
import type { SentenceController } from './sentence-controller.ts'
import { Wordings } from './wordings.tsx'

interface GroupEntryProps {
  group: UnknownGroup
  /** Where it stands in the list. */
  place: number
  now: number
  /** Why nothing can be written just now, in words; null: it can. */
  readOnly: string | null
  isBusy: boolean
  /** This group or another is being written. */
  isLocked: boolean
  /** Why it was not written, in words. */
  failure: string | null
  controller: SentenceController
  navigate(url: string): void
}

const NOTHING_LEFT_OUT: ReadonlySet<string> = new Set()

/** What guests said alike: how often and when, what staff answered, and what can be done about it. */
export function GroupEntry(props: GroupEntryProps) {
  const { group, place, now, readOnly, isBusy, isLocked, failure, controller, navigate } = props
  const { text, suggestion, sentences, lastAt } = group
  const id = useId()
  const [isPicking, setPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [wasLeft, setLeft] = useState(false)
  const [leftOut, setLeftOut] = useState(NOTHING_LEFT_OUT)
  const wordings = group.wordings.filter(({ key }) => !leftOut.has(key))
  const newest = sentences[0]
  const why = readOnly ?? (wordings.length === 0 ? 'Choose first what of it is meant.' : null)
  const isDisabled = why !== null || isLocked
  const choice = { group, place, wordings }

  // The field that had the focus is gone.
  useEffect(() => {
    if (wasLeft || failure !== null) button.current?.focus()
  }, [wasLeft, failure])

  function openPicker() {
    setLeft(false)
    setPicking(true)
  }

  function leavePicker() {
    setPicking(false)
    setLeft(true)
  }

  function pick(intentName: string) {
    setPicking(false)
    void controller.use(choice, intentName)
  }

  return (
    <li className={styles.group} aria-labelledby={id} aria-busy={isBusy}>
      <div className={styles.words}>
        <h2 id={id} dir="auto">
          {text}
        </h2>
        <p className={styles.note} title={formatTip(readTime(lastAt) ?? now)}>
          {[describeFrequency(group, now), describeOutcomes(group)].filter(Boolean).join(' · ')}
        </p>
        {suggestion !== null && (
          <p className={styles.suggestion}>
            <span className={styles.label}>Staff answered</span> <q dir="auto">{suggestion}</q>
          </p>
        )}
        {sentences.length === 1 && newest !== undefined && group.wordings.length === 1 ? (
          <ChatLink sentence={newest}>See it in its chat</ChatLink>
        ) : (
          <Wordings
            {...{ group, now, leftOut }}
            isLocked={isDisabled && wordings.length > 0}
            onLeaveOut={setLeftOut}
          />
        )}
      </div>
      <div className={styles.actions}>
        {isPicking ? (
          <IntentPicker sentence={text} onPick={pick} onCancel={leavePicker} />
        ) : (
          <>
            <Button
              ref={button}
              disabled={isDisabled}
              title={why ?? undefined}
              aria-busy={isBusy}
              aria-label={`Add to intent: ${text}`}
              onClick={openPicker}
            >
              Add to intent
            </Button>
            <OpenLink
              url={`/intents/add?sentences=${encodeURIComponent(group.key)}`}
              label={`New intent: ${text}`}
              navigate={navigate}
            >
              New intent
            </OpenLink>
            <Button
              look="quiet"
              disabled={isDisabled}
              title={why ?? undefined}
              aria-label={`Dismiss: ${text}`}
              onClick={() => void controller.dismiss(choice)}
            >
              Dismiss
            </Button>
          </>
        )}
      </div>
      {failure !== null && (
        <p className={styles.problem} role="alert">
          {failure}
        </p>
      )}
    </li>
  )
}
