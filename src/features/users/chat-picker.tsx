import { Combobox, useCombobox } from '@mantine/core'
import { useDeferredValue, useEffect, useState } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'
import { Picker } from '#src/ui/picker.tsx'
import type { CustomField } from '#src/ui/list/declare-list.ts'
import styles from './chat-picker.module.css'
import { describeFound } from './describe-found.ts'
import { useChatChoices, type ChatChoice } from './use-chat-choices.ts'

interface ChatPickerProps {
  field: CustomField
  /** The ids of the chats that are in the list already. */
  taken: ReadonlySet<string>
}

/** A field that takes one of the existing chats, found by a few letters of its name; without a line too. */
export function ChatPicker({ field, taken }: ChatPickerProps) {
  const { value, onChange } = field
  const workspace = useWorkspace()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ChatChoice | null>(null)
  const sought = chosen === null ? typed : ''
  const found = useChatChoices(useDeferredValue(sought), taken)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })

  useEffect(() => {
    // The form was sent or cleared.
    if (value !== '' || chosen === null) return
    setChosen(null)
    setTyped('')
  }, [value, chosen])

  function open() {
    combobox.openDropdown()
    // Older chats than those of the messenger's list are there to be chosen, too.
    askFor(workspace, { kind: 'all-chats' }, Date.now()).catch((error: unknown) =>
      logger.warn('all chats can’t be asked for', { error: String(error) }),
    )
  }

  function type(text: string) {
    setTyped(text)
    combobox.openDropdown()
    combobox.resetSelectedOption()
    if (chosen === null) return
    setChosen(null)
    onChange('')
  }

  function choose(id: string) {
    // What was found for other words is on screen a moment longer: Enter would take a chat that nobody meant.
    if (found?.foundFor !== sought) return
    const choice = found.choices.find((offered) => offered.id === id)
    if (!choice || choice.isTaken) return
    setChosen(choice)
    setTyped(choice.name)
    onChange(id)
    combobox.closeDropdown()
  }

  return (
    <Picker
      store={combobox}
      onPick={choose}
      input={{
        id: field.id,
        name: 'chatId',
        'aria-label': field.label,
        'aria-required': true,
        placeholder: 'Name of a guest',
        value: typed,
        readOnly: field.isReadOnly,
        onFocus: open,
        onChange: ({ currentTarget }) => type(currentTarget.value),
      }}
      isInvalid={field.isInvalid}
      describedBy={field.describedBy}
      label="Chats"
      optionClass={styles.option}
      rest={describeFound(found, typed)}
    >
      {found?.choices.map((choice) => (
        <Combobox.Option key={choice.id} value={choice.id} disabled={choice.isTaken}>
          <bdi className={styles.name}>{choice.name}</bdi>
          <span className={styles.note}>{choice.isTaken ? 'A test user already' : choice.note}</span>
        </Combobox.Option>
      ))}
    </Picker>
  )
}
