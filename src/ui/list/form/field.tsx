import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { toInput } from '../../to-input.ts'
import type { Column } from '../declare-list.ts'
import type { Kept } from '../column-values.ts'
import { TO_BE_REMOVED, type Typed, type TypedValues } from '../field-values.ts'

/** Multiline fields begin with so many rows (specification section 9); within a list with fewer. */
const FORM_ROWS = 3
const LIST_ROWS = 2
/** A word that is none of the choices: an environment may answer one that this console does not know. */
const UNKNOWN = ' (no longer offered)'

interface FieldProps<Row> {
  column: Column<Row>
  id: string
  /** Its accessible name, where no visible label is tied to it. */
  label?: string | undefined
  value: Typed
  /** What its form holds. */
  values?: TypedValues
  isReadOnly: boolean
  isInvalid: boolean
  describedBy: string | undefined
  isInList?: boolean
  /** Whether the environment has a password, which nobody is shown; `unknown`: it does not say. Absent for a new item. */
  isKept?: Kept | undefined
  onChange(value: Typed): void
}

/** One field of a form or of a row, of whatever kind. What is read-only can still be read, reached and copied. */
export function Field<Row>(props: FieldProps<Row>) {
  const { column, id, label, value, isReadOnly, isInvalid, describedBy, isInList = false, onChange } = props
  const shared = {
    id,
    name: column.key,
    'aria-label': label,
    'aria-required': column.isRequired,
  }
  const said = { 'aria-invalid': isInvalid, 'aria-describedby': describedBy }
  const text = typeof value === 'string' ? value : ''

  switch (column.kind) {
    case 'toggle':
      return (
        <Switch
          {...shared}
          {...said}
          checked={value === true}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'select':
      return (
        <NativeSelect
          {...shared}
          {...toInput(said)}
          value={text}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {column.options === undefined && <option value={text}>Loading…</option>}
          {column.options?.every((option) => option.value !== text) && (
            <option value={text}>{text === '' ? 'Choose' : text + UNKNOWN}</option>
          )}
          {column.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )
    case 'multiline':
      return (
        <Textarea
          {...shared}
          {...toInput({ ...said, dir: 'auto' })}
          rows={isInList ? LIST_ROWS : FORM_ROWS}
          value={text}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'custom':
      return column.renderField?.({
        id,
        label: label ?? column.header,
        value,
        values: props.values ?? {},
        isReadOnly,
        isInvalid,
        describedBy,
        onChange,
      })
    case 'password':
      return (
        <TextInput
          {...shared}
          {...toInput(said)}
          type="password"
          autoComplete="new-password"
          placeholder={value === TO_BE_REMOVED ? 'Will be removed when saved' : describeKept(props.isKept)}
          value={text}
          readOnly={isReadOnly || value === TO_BE_REMOVED}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          {...shared}
          {...toInput({ ...said, dir: 'auto' })}
          type={column.kind === 'time' ? 'time' : 'text'}
          // A number's field takes any text: what is no number is said, not swallowed.
          inputMode={column.kind === 'number' ? 'decimal' : undefined}
          autoComplete={column.signIn ?? 'off'}
          value={text}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

function describeKept(isKept: Kept | undefined): string | undefined {
  if (isKept === undefined) return undefined
  if (isKept === 'unknown') return 'Type a new one'
  return isKept ? 'Set. Type a new one' : 'None yet'
}
