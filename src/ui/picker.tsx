import { Combobox, TextInput, type ComboboxStore, type TextInputProps } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import type { Elements } from '#src/lib/elements.ts'
import { joinClasses } from './button.tsx'
import { keepWords } from './keep-words.ts'
import styles from './picker.module.css'
import { toInput } from './to-input.ts'

interface PickerProps {
  store: ComboboxStore
  onPick(value: string): void
  /** The field that is typed into; it says itself what it is for. */
  input: Omit<TextInputProps, 'className' | 'role' | 'attributes' | 'aria-invalid' | 'aria-describedby'>
  isInvalid?: boolean
  describedBy?: string | undefined
  /** What the list holds, for those who hear it read out. */
  label: string
  optionClass?: string | undefined
  /** The options, each a `Combobox.Option`. */
  children: Elements
  /** How many there are, or why there are none. */
  rest: string
}

/** A field that takes one of many, found by a few letters: the list is below it while one types. */
export function Picker(props: PickerProps) {
  const { store, onPick, input, isInvalid, describedBy, label, optionClass, children, rest } = props
  return (
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
        <TextInput
          role="combobox"
          aria-autocomplete="list"
          spellCheck={false}
          onKeyDownCapture={keepWords}
          onClick={() => store.openDropdown()}
          onBlur={() => store.closeDropdown()}
          {...input}
          {...toInput({ dir: 'auto', 'aria-invalid': isInvalid, 'aria-describedby': describedBy })}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>{children}</Combobox.Options>
        <p className={styles.rest} role="status">
          {rest}
        </p>
      </Combobox.Dropdown>
    </Combobox>
  )
}
