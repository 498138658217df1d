import { useMemo, useRef } from 'react'
import { splitLinks, type TextPart } from '#src/domain/text/links.ts'
import { cutLongText } from '#src/domain/text/long-text.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './message-text.module.css'
import { useWholeText } from './whole-texts.ts'

const CUT: TextPart = { text: '…', address: null }

/**
 * A message's words with its line breaks; its addresses are links. It is text: nothing in it is markup. Each paragraph runs
 * in the direction of its own script, and turns nothing around it. Of a long one the beginning is drawn until its reader
 * asks for the rest.
 */
export function MessageText({ text }: { text: string }) {
  const { isWhole, showWhole } = useWholeText()
  const words = useRef<HTMLSpanElement>(null)
  const beginning = useMemo(() => cutLongText(text), [text])
  const isCut = beginning !== null && !isWhole
  const parts = useMemo(() => (isCut ? [...beginning, CUT] : splitLinks(text)), [isCut, beginning, text])

  function showAll() {
    // The button goes: whoever reads by keyboard goes on from the text.
    words.current?.focus({ preventScroll: true })
    showWhole()
  }

  return (
    <>
      <span ref={words} dir="auto" className={styles.text} tabIndex={beginning === null ? undefined : -1}>
        {parts.every(({ address }) => address === null)
          ? parts.map((part) => part.text).join('')
          : parts.map((part, index) => <Part key={index} {...part} />)}
      </span>
      {isCut && (
        <Button look="link" className={styles.more} onClick={showAll}>
          Show all
        </Button>
      )}
    </>
  )
}

function Part({ text, address }: TextPart) {
  if (address === null) return <span>{text}</span>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer" dir="ltr">
      {text}
    </a>
  )
}
