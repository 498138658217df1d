import { useEffect, useRef } from 'react'
import { OpenLink } from '#src/ui/list/open-link.tsx'
import styles from './not-understood.module.css'
import type { Taken } from './sentence-controller.ts'

interface TakenNoteProps {
  taken: Taken
  navigate(url: string): void
}

/** Stands where the group stood that was put into an intent or dismissed, and has the focus that was on it. */
export function TakenNote({ taken, navigate }: TakenNoteProps) {
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => line.current?.focus({ preventScroll: true }), [taken])
  const { text, intentName } = taken
  return (
    <li ref={line} className={styles.taken} tabIndex={-1}>
      <p>
        {intentName === null ? (
          <span>{'Dismissed: '}</span>
        ) : (
          <>
            <span>{'Added to '}</span>
            <b dir="auto">{intentName}</b>
            <span>{': '}</span>
          </>
        )}
        <q dir="auto">{text}</q>
      </p>
      {intentName !== null && (
        <p className={styles.note}>
          <span>{'Trained questions hold once they are published. '}</span>
          <OpenLink url="/intents" label="TRAIN & PUBLISH" navigate={navigate}>
            TRAIN &amp; PUBLISH
          </OpenLink>
        </p>
      )}
    </li>
  )
}
