import { memo, useId, useState } from 'react'
import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import { filterAnswers } from '#src/domain/answers/match.ts'
import { createStore } from '#src/lib/store.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './saved-answers-panel.module.css'
import { canInsert, describeAnswer } from './use-answers.ts'

/** Whether the panel is open, in every chat of this tab. */
const openness = createStore(true)

interface SavedAnswersPanelProps {
  answers: readonly TypicalAnswer[]
  onChoose(answer: TypicalAnswer): void
}

/**
 * SUGGESTED RESPONSES (specification section 2): on a desktop, beside a chat that the user holds. Typing draws nothing of it
 * anew: `onChoose` stays the same.
 */
export const SavedAnswersPanel = memo(function SavedAnswersPanel({
  answers,
  onChoose,
}: SavedAnswersPanelProps) {
  const isOpen = useStore(openness)
  const [search, setSearch] = useState('')
  const id = useId()
  const found = filterAnswers(answers, search)
  return (
    <section className={styles.panel} aria-label="SUGGESTED RESPONSES">
      <div className={styles.bar}>
        <h3>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => openness.set(!isOpen)}
          >
            SUGGESTED RESPONSES
            <span aria-hidden="true">{isOpen ? '–' : '+'}</span>
          </button>
        </h3>
        {isOpen && (
          <label className={styles.search}>
            <Icon name="search" size={16} />
            <input
              type="search"
              aria-label="Search responses..."
              placeholder="Search responses..."
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {found.length === 0 ? (
          <p className={styles.none} role="status">
            No saved response has these words.
          </p>
        ) : (
          <ul className={styles.list}>
            {found.map((answer) => (
              <li key={answer.id}>
                <button
                  type="button"
                  className={styles.answer}
                  title={answer.answer}
                  disabled={!canInsert(answer)}
                  onClick={() => onChoose(answer)}
                >
                  <b dir="auto">{describeAnswer(answer).label}</b>
                  <span dir="auto">{describeAnswer(answer).text}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
})
