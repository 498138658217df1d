import { Textarea } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useId } from 'react'
import { Button } from '#src/ui/button.tsx'
import { toInput } from '#src/ui/to-input.ts'
import { nameKey, type Line } from './drafts.ts'
import styles from './translations.module.css'

interface StringFieldProps {
  line: Line
  locale: string
  isLocked: boolean
  onType(text: string): void
  /** Mine is to be saved over what somebody else has saved. */
  onKeep(): void
}

/** One text with its field: what it was shipped with, what is wrong with it, and what somebody else made of it. */
export function StringField({ line, locale, isLocked, onType, onKeep }: StringFieldProps) {
  const { key, saved, text, shipped, isChanged, isUnsaved, isContested, problem } = line
  const id = useId()
  const name = nameKey(key.slice(key.indexOf('.') + 1))
  const isOther = shipped !== null && isChanged
  const notes = [
    problem !== null && `${id}-problem`,
    isContested && `${id}-theirs`,
    isOther && `${id}-shipped`,
  ].filter((note) => note !== false)
  return (
    <div className={styles.line} data-changed={isChanged || undefined}>
      <div className={styles.head}>
        <label htmlFor={id}>{name}</label>
        <code className={styles.key}>{key}</code>
        {isChanged && <span className={styles.mark}>{isUnsaved ? 'Not saved' : 'Changed'}</span>}
        {!isChanged && isUnsaved && <span className={styles.mark}>Not saved</span>}
      </div>
      <Textarea
        {...toInput({
          dir: 'auto',
          'aria-invalid': problem !== null,
          'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
        })}
        id={id}
        name={key}
        className={styles.field}
        rows={1}
        lang={locale}
        value={text}
        readOnly={isLocked}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {problem !== null && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {isContested && (
        <div className={styles.contested} role="group" aria-label={`Two texts of ${key}`}>
          <p id={`${id}-theirs`}>
            Somebody else has saved: <bdi lang={locale}>{saved}</bdi>
          </p>
          <Button disabled={isLocked} onClick={onKeep}>
            Keep mine
          </Button>
          <Button disabled={isLocked} onClick={() => onType(saved)}>
            Take theirs
          </Button>
        </div>
      )}
      {isOther && (
        <p id={`${id}-shipped`} className={styles.shipped}>
          Shipped: <bdi lang={locale}>{shipped}</bdi>
        </p>
      )}
      {(isOther || isUnsaved) && !isLocked && (
        <div className={styles.ways}>
          {isOther && (
            <Button look="quiet" aria-label={`As shipped: ${key}`} onClick={() => onType(shipped)}>
              As shipped
            </Button>
          )}
          {isUnsaved && (
            <Button look="quiet" aria-label={`Undo: ${key}`} onClick={() => onType(saved)}>
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
