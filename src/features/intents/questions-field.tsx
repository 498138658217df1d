import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { isBlank } from '#src/domain/text/blank.ts'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { IntentQuestion } from '#src/contract/intents.ts'
import { isEnter } from '#src/lib/enter.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import type { CustomField } from '#src/ui/list/declare-list.ts'
import { readTexts } from '#src/ui/list/field-values.ts'
import { toInput } from '#src/ui/to-input.ts'
import { isSameQuestion } from './intent-values.ts'
import styles from './intents.module.css'
import type { QuestionController, QuestionState } from './question-controller.ts'

interface QuestionsFieldProps {
  /** Its value: the questions that are not there yet, the last one as far as it is typed. */
  field: CustomField
  /** Those that the intent has. */
  questions: readonly IntentQuestion[]
  /** Adds and removes at once; null: the intent is only being added, and they go with it. */
  controller: QuestionController | null
  /** Why nothing can be written just now, in words; null: it can. */
  readOnly: string | null
}

/** QUESTIONS (specification section 2, Intents): what guests ask when they mean this. Each is typed and added with Enter. */
export function QuestionsField(props: QuestionsFieldProps) {
  const count = props.questions.length + listAdded(props).length
  return (
    <details className={styles.questions} open>
      <summary>
        <span>{`${props.field.label} `}</span>
        <span className={styles.count}>{count}</span>
      </summary>
      {props.controller ? (
        <QuestionsOfIntent {...props} controller={props.controller} />
      ) : (
        <QuestionList {...props} states={NONE} />
      )}
    </details>
  )
}

const NONE: ReadonlyMap<string, QuestionState> = new Map()

function QuestionsOfIntent(props: QuestionsFieldProps & { controller: QuestionController }) {
  return <QuestionList {...props} states={useStore(props.controller.states)} />
}

/** Those that are not there yet, without the one that is being typed. One that is there by now is no longer among them. */
function listAdded({ field, questions }: QuestionsFieldProps): string[] {
  return readTexts(field.value)
    .slice(0, -1)
    .filter((text) => !questions.some((question) => question.text === text))
}

function QuestionList(props: QuestionsFieldProps & { states: ReadonlyMap<string, QuestionState> }) {
  const { field, questions, controller, readOnly, states } = props
  const { isReadOnly } = field
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const [isDouble, setDouble] = useState(false)
  const added = listAdded(props)
  const typed = readTexts(field.value).at(-1) ?? ''
  const isLocked = isReadOnly || (controller !== null && readOnly !== null)
  // An answer comes when the field may hold something else.
  const latest = useRef({ field, added, typed })
  useLayoutEffect(() => {
    latest.current = { field, added, typed }
  })

  const put = (texts: readonly string[], draft: string) => latest.current.field.onChange([...texts, draft])
  const takeOut = (text: string) =>
    put(
      latest.current.added.filter((other) => other !== text),
      latest.current.typed,
    )

  function onKeyDown(event: KeyboardEvent) {
    if (!isEnter(event.nativeEvent)) return
    // It would save the form.
    event.preventDefault()
    add()
  }

  function add() {
    const text = typed.trim()
    if (isBlank(text) || isLocked) return
    if (
      [...questions.map((question) => question.text), ...added].some((other) => isSameQuestion(other, text))
    )
      return setDouble(true)
    put([...added, text], '')
    if (controller) void send(text)
    else setSaid(`Added: ${text}`)
  }

  async function send(text: string) {
    if (!(await controller?.add(text))) return
    takeOut(text)
    setSaid(`Added: ${text}`)
  }

  /** What is not there yet goes without a call. */
  function drop(text: string) {
    takeOut(text)
    controller?.forget(text)
    input.current?.focus()
  }

  async function remove(question: IntentQuestion) {
    const isRemoved = await controller?.remove(question)
    if (!isRemoved) return
    setSaid(`Removed: ${question.text}`)
    input.current?.focus()
  }

  return (
    <div className={styles.inner}>
      {questions.length + added.length > 0 && (
        <ul role="list" aria-label={field.label}>
          {questions.map((question) => (
            <QuestionLine
              key={question.id}
              text={question.text}
              state={states.get(question.id)}
              failure="Error while removing"
              isLocked={isLocked}
              onRemove={() => void remove(question)}
              onRetry={() => void remove(question)}
            />
          ))}
          {added.map((text) => (
            <QuestionLine
              key={text}
              text={text}
              state={states.get(text)}
              failure="Error while creating"
              isLocked={isLocked}
              onRemove={() => drop(text)}
              onRetry={() => void send(text)}
            />
          ))}
        </ul>
      )}
      <label htmlFor={id}>New question</label>
      <div className={styles.adding}>
        <TextInput
          {...toInput({ dir: 'auto', 'aria-invalid': isDouble, 'aria-describedby': `${id}-note` })}
          ref={input}
          id={id}
          name={field.label}
          autoComplete="off"
          enterKeyHint="enter"
          placeholder="What a guest may ask. Enter adds it."
          value={typed}
          readOnly={isReadOnly}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setDouble(false)
            put(added, currentTarget.value)
          }}
        />
        <Button
          aria-label="Add question"
          disabled={isLocked || isBlank(typed)}
          title={controller === null ? undefined : (readOnly ?? undefined)}
          onClick={add}
        >
          Add
        </Button>
      </div>
      <p
        id={`${id}-note`}
        className={isDouble ? styles.failed : styles.note}
        role={isDouble ? 'alert' : undefined}
      >
        {isDouble ? 'This intent has that question already.' : describeWhen(controller)}
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

function describeWhen(controller: QuestionController | null): string {
  return controller
    ? 'Each is added and removed at once. Guests are understood by them after the next training.'
    : 'They are added with the intent. Guests are understood by them after the next training.'
}

interface QuestionLineProps {
  text: string
  state: QuestionState | undefined
  /** What a failure is called (specification section 8). */
  failure: string
  isLocked: boolean
  onRemove(): void
  onRetry(): void
}

function QuestionLine({ text, state, failure, isLocked, onRemove, onRetry }: QuestionLineProps) {
  const isBusy = state?.kind === 'busy'
  return (
    <li className={styles.line} aria-busy={isBusy}>
      <span className={styles.text} dir="auto">
        {text}
      </span>
      <span className={styles.buttons}>
        {state?.kind === 'failed' && (
          <Button look="quiet" disabled={isLocked} aria-label={`Try again: ${text}`} onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button
          look="quiet"
          disabled={isLocked || isBusy}
          aria-label={`Remove question: ${text}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </span>
      {state?.kind === 'failed' && (
        <p role="alert" className={styles.failed}>{`${failure}. ${state.message}`}</p>
      )}
    </li>
  )
}
