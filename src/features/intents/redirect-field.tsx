import { useState } from 'react'
import type { Dialog } from '#src/contract/intents.ts'
import type { CustomField } from '#src/ui/list/declare-list.ts'
import fields from '#src/ui/list/form/field.module.css'
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

  function toggle(isOn: boolean) {
    setAsked(isOn)
    // What is no choice can't be shown among them.
    if (!isOn && !isOffered) onChange('')
  }

  return (
    <div className={styles.redirect}>
      {isCustom ? (
        <input
          id={id}
          name="redirectTo"
          className={fields.field}
          type="text"
          dir="auto"
          autoComplete="off"
          placeholder="The name of a dialog"
          value={text}
          readOnly={isReadOnly}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => {
            // What is typed may be a choice's own id for a moment: the field stays what it is.
            setAsked(true)
            onChange(currentTarget.value)
          }}
        />
      ) : (
        <select
          id={id}
          name="redirectTo"
          className={fields.field}
          value={text}
          disabled={isReadOnly}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {dialogs === undefined && text !== '' && <option value={text}>Loading…</option>}
          <option value="">{NOWHERE}</option>
          {dialogs?.map((dialog) => (
            <option key={dialog.id} value={dialog.id}>
              {dialog.name}
            </option>
          ))}
        </select>
      )}
      <label className={styles.custom}>
        <input
          type="checkbox"
          role="switch"
          className={fields.toggle}
          aria-label={`${label}: is custom`}
          checked={isCustom}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        />
        is custom
      </label>
    </div>
  )
}
