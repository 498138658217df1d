import { NativeSelect, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useState } from 'react'
import type { Dialog } from '#src/contract/intents.ts'
import type { CustomField } from '#src/ui/list/declare-list.ts'
import { toInput } from '#src/ui/to-input.ts'
import styles from './intents.module.css'

interface RedirectFieldProps extends CustomField {
  /** Undefined while they are being read. */
  dialogs: readonly Dialog[] | undefined
}

const NOWHERE = 'Nowhere'

/** Where the bot goes on to: a dialog that is there, or any other name of one (specification section 2, Intents). */
export function RedirectField(props: RedirectFieldProps) {
  const { id, label, value, isReadOnly, isInvalid, describedBy, onChange, dialogs } = props
  const text = typeof value === 'string' ? value : ''
  const isOffered = text === '' || dialogs === undefined || dialogs.some((dialog) => dialog.id === text)
  const [isAsked, setAsked] = useState(false)
  const isCustom = isAsked || !isOffered
  const said = { 'aria-invalid': isInvalid, 'aria-describedby': describedBy }

  function toggle(isOn: boolean) {
    setAsked(isOn)
    // What is no choice can't be shown among them.
    if (!isOn && !isOffered) onChange('')
  }

  return (
    <div className={styles.redirect}>
      {isCustom ? (
        <TextInput
          {...toInput({ ...said, dir: 'auto' })}
          id={id}
          name="redirectTo"
          autoComplete="off"
          placeholder="The name of a dialog"
          value={text}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => {
            // What is typed may be a choice's own id for a moment: the field stays what it is.
            setAsked(true)
            onChange(currentTarget.value)
          }}
        />
      ) : (
        <NativeSelect
          {...toInput(said)}
          id={id}
          name="redirectTo"
          value={text}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {dialogs === undefined && text !== '' && <option value={text}>Loading…</option>}
          <option value="">{NOWHERE}</option>
          {dialogs?.map((dialog) => (
            <option key={dialog.id} value={dialog.id}>
              {dialog.name}
            </option>
          ))}
        </NativeSelect>
      )}
      <Switch
        className={styles.custom}
        label="is custom"
        aria-label={`${label}: is custom`}
        checked={isCustom}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => toggle(currentTarget.checked)}
      />
    </div>
  )
}
