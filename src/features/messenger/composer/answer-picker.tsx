import { useEffect, useRef } from 'react'
import styles from './answer-picker.module.css'
import type { AnswerPicker } from './use-answer-picker.ts'
import { canInsert, describeAnswer } from './use-answers.ts'

/** The saved answers that '/' offers, above the message box, which keeps the focus. */
export function AnswerPickerList({ picker }: { picker: AnswerPicker }) {
  const list = useRef<HTMLUListElement>(null)
  const { options, active, listId } = picker
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, options.length])
  return (
    <>
      {options.length > 0 && (
        <div
          className={styles.picker}
          // The message box keeps the focus, and with it the place where the answer goes.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          <ul
            ref={list}
            id={listId}
            role="listbox"
            aria-label="Saved answers"
            className={styles.list}
            // What scrolls can be reached.
            tabIndex={0}
          >
            {options.map((option, index) => (
              <li
                key={option.id}
                id={picker.optionId(index)}
                role="option"
                aria-selected={index === active}
                aria-disabled={!canInsert(option)}
                className={styles.option}
                onClick={() => picker.choose(index)}
              >
                <b dir="auto">{describeAnswer(option).label}</b>
                <span dir="auto">{describeAnswer(option).text}</span>
              </li>
            ))}
          </ul>
          <p className={styles.keys} aria-hidden="true">
            <kbd>↑</kbd> <kbd>↓</kbd> choose · <kbd>Enter</kbd> inserts · <kbd>Esc</kbd> closes
          </p>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {options.length > 0 &&
          `${options.length} saved ${options.length === 1 ? 'answer' : 'answers'}. Arrows choose, Enter inserts.`}
      </p>
    </>
  )
}
