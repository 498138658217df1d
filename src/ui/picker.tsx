import { Combobox, type ComboboxStore } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import type { ComponentProps } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { joinClasses } from './button.tsx'
import { keepWords } from './keep-words.ts'
import fieldStyles from './list/form/field.module.css'
import { Mantine } from './mantine.tsx'
import styles from './picker.module.css'

interface PickerProps {
  store: ComboboxStore
  onPick(value: string): void
  /** The field that is typed into; it says itself what it is for. */
  input: Omit<ComponentProps<'input'>, 'className' | 'role' | 'children'>
  /** What the list holds, for those who hear it read out. */
  label: string
  optionClass?: string | undefined
  /** The options, each a `Combobox.Option`. */
  children: Elements
  /** How many there are, or why there are none. */
  rest: string
}

/** A field that takes one of many, found by a few letters: the list is below it while one types. */
export function Picker({ store, onPick, input, label, optionClass, children, rest }: PickerProps) {
  return (
    <Mantine>
      <Combobox
        store={store}
        onOptionSubmit={onPick}
        offset={4}
        middlewares={{ flip: true, shift: true }}
        classNames={{
          dropdown: styles.dropdown,
          options: styles.options,
          option: joinClasses(styles.option, optionClass),
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <input
            className={fieldStyles.field}
            role="combobox"
            aria-autocomplete="list"
            spellCheck={false}
            dir="auto"
            onKeyDownCapture={keepWords}
            onClick={() => store.openDropdown()}
            onBlur={() => store.closeDropdown()}
            {...input}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={label}>{children}</Combobox.Options>
          <p className={styles.rest} role="status">
            {rest}
          </p>
        </Combobox.Dropdown>
      </Combobox>
    </Mantine>
  )
}
