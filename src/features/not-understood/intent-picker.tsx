import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { foldSearch } from '#src/domain/search/fold-text.ts'
import { hasAllWords, readWords } from '#src/domain/search/match-text.ts'
import { Button } from '#src/ui/button.tsx'
import { Picker } from '#src/ui/picker.tsx'
import styles from './not-understood.module.css'
import { useIntentNames } from './online-queries.ts'

interface IntentPickerProps {
  sentence: string
  onPick(intentName: string): void
  onCancel(): void
}

/** Takes one of the intents, found by a few letters of its name. Escape gives it up. */
export function IntentPicker({ sentence, onPick, onCancel }: IntentPickerProps) {
  const { names, problem } = useIntentNames()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  useEffect(() => input.current?.focus(), [])
  const found = findNames(names ?? [], typed)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }

  return (
    <div className={styles.picker}>
      <Picker
        store={combobox}
        onPick={onPick}
        input={{
          ref: input,
          'aria-label': `Intent for: ${sentence}`,
          placeholder: 'Name of an intent',
          autoComplete: 'off',
          value: typed,
          onKeyDown,
          onChange: ({ currentTarget }) => {
            setTyped(currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          },
        }}
        label="Intents"
        optionClass={styles.option}
        rest={describeRest({ names, problem, found: found.length })}
      >
        {found.map((name) => (
          <Combobox.Option key={name} value={name}>
            <bdi>{name}</bdi>
          </Combobox.Option>
        ))}
      </Picker>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** Those whose name has all words of what was typed; those that begin with it first. */
function findNames(names: readonly string[], typed: string): readonly string[] {
  const words = readWords(typed)
  if (words.length === 0) return names
  const start = foldSearch(typed)
  const found = names.filter((name) => hasAllWords(name, words))
  const isFirst = (name: string) => foldSearch(name).startsWith(start)
  return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))]
}

interface Rest {
  names: readonly string[] | undefined
  problem: string | null
  found: number
}

function describeRest({ names, problem, found }: Rest): string {
  if (names === undefined) return problem ?? 'Loading…'
  if (names.length === 0) return 'There is no intent yet.'
  return found === 0 ? 'No intent is called so.' : ''
}
