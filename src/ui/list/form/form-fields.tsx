import { useId } from 'react'
import { Button } from '../../button.tsx'
import { ENABLED_KEY, type Column } from '../declare-list.ts'
import { Field } from './field.tsx'
import { isRemoval, type Kept } from '../column-values.ts'
import { TO_BE_REMOVED, type Typed, type TypedValues } from '../field-values.ts'
import styles from './form-fields.module.css'

interface FormFieldsProps<Row> {
  columns: readonly Column<Row>[]
  values: TypedValues
  findError(key: string): string | null
  /** Whether the environment has a password, which nobody is shown. A new item has none to speak of. */
  isKept?(column: Column<Row>): Kept
  isReadOnly?(column: Column<Row>): boolean
  onType(key: string, value: Typed): void
}

/** A label that says by itself that nothing need be there. */
const SAYS_OPTIONAL = /^optional\b/i

/** The fields of a form, each with its label, its '* Optional' mark, its hint and what is wrong with it. */
export function FormFields<Row>(props: FormFieldsProps<Row>) {
  const { columns, values, findError, isKept, isReadOnly, onType } = props
  return (
    <div className={styles.fields}>
      {columns.map((column) => (
        <FormField
          key={column.key}
          column={column}
          value={values[column.key] ?? ''}
          values={values}
          error={findError(column.key)}
          isKept={isKept?.(column)}
          isReadOnly={isReadOnly?.(column) ?? false}
          onType={onType}
        />
      ))}
    </div>
  )
}

interface FormFieldProps<Row> {
  column: Column<Row>
  value: Typed
  values: TypedValues
  error: string | null
  isKept: Kept | undefined
  isReadOnly: boolean
  onType(key: string, value: Typed): void
}

function FormField<Row>(props: FormFieldProps<Row>) {
  const { column, value, values, error, isKept, isReadOnly, onType } = props
  const id = useId()
  const { key, header, kind, isRequired = false, isSection = false, hint } = column
  const isGoing = isRemoval(column, value)
  // One that is not said to be there may be there all the same.
  const isRemovable = isGoing || (column.canRemove === true && (isKept ?? false) !== false)
  const describedBy = [error !== null && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  const field = (
    <Field
      column={column}
      id={id}
      value={value}
      values={values}
      isReadOnly={isReadOnly}
      isInvalid={error !== null}
      isKept={isKept}
      describedBy={describedBy.length > 0 ? describedBy.join(' ') : undefined}
      onChange={(next) => onType(key, next)}
    />
  )
  return (
    <div className={styles.one} data-kind={isSection ? 'section' : kind}>
      {!isSection && (
        <label htmlFor={id}>
          <span>{key === ENABLED_KEY ? 'Enabled' : header}</span>
          {/* A switch is always set to something. */}
          {!isRequired && kind !== 'toggle' && !SAYS_OPTIONAL.test(header) && (
            <span className={styles.optional}> * Optional</span>
          )}
        </label>
      )}
      {isRemovable ? (
        <div className={styles.control}>
          {field}
          <RemoveButton
            header={header}
            value={value}
            isReadOnly={isReadOnly}
            onType={(next) => onType(key, next)}
          />
        </div>
      ) : (
        field
      )}
      {error !== null && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface RemoveButtonProps {
  header: string
  value: Typed
  isReadOnly: boolean
  onType(value: Typed): void
}

/** Takes a kept password away with the next save, or lets it be. A new one that is typed replaces it anyway. */
function RemoveButton({ header, value, isReadOnly, onType }: RemoveButtonProps) {
  const isGoing = value === TO_BE_REMOVED
  return (
    <Button
      aria-label={isGoing ? `Undo: remove ${header}` : `Remove ${header}`}
      disabled={isReadOnly || (!isGoing && value !== '')}
      onClick={() => onType(isGoing ? '' : TO_BE_REMOVED)}
    >
      {isGoing ? 'Undo' : 'Remove'}
    </Button>
  )
}
