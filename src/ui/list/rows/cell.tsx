import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../button.tsx'
import { canChange, type Column, type ListDefinition } from '../declare-list.ts'
import { findFieldError, nameField } from '../edits/describe-edit.ts'
import { describeCell } from '../describe-value.ts'
import { Field } from '../form/field.tsx'
import { readTyped } from '../column-values.ts'
import type { ListController } from '../list-controller.ts'
import styles from './list-rows.module.css'
import { describeAgo, formatTip, readTime } from '../nice-date.ts'
import type { RowEdit } from '../edits/row-edit.ts'

/** What is shown of a long text before the rest is asked for. */
const LONG_CHARS = 280

interface CellProps<Row> {
  definition: ListDefinition<Row>
  controller: ListController<Row>
  column: Column<Row>
  /** The row as the source has it. */
  row: Row
  edit: RowEdit<Row> | undefined
  now: number
  isReadOnly: boolean
}

/** A row's value in its column: words, or a field where it is edited in place. */
export function Cell<Row>({ definition, controller, column, row, edit, now, isReadOnly }: CellProps<Row>) {
  const id = useId()
  const shown = edit?.base ?? row
  const { key } = column
  if (column.canEdit !== 'here' || !canChange(definition, column, row))
    return <Words column={column} row={shown} now={now} />

  const error = findFieldError(edit, key)
  return (
    <>
      <Field
        column={column}
        id={id}
        label={nameField(definition, key, shown)}
        value={edit?.typed[key] ?? readTyped(column, shown)}
        isReadOnly={isReadOnly || edit?.progress.kind === 'gone'}
        isInvalid={error !== null}
        describedBy={error === null ? undefined : `${id}-error`}
        isInList
        onChange={(value) => controller.type(row, key, value)}
      />
      {error !== null && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </>
  )
}

function Words<Row>({ column, row, now }: { column: Column<Row>; row: Row; now: number }): ReactNode {
  if (column.render) return column.render(row, now)
  const time = column.kind === 'niceDate' ? readTime(column.read(row)) : null
  if (time !== null) {
    return (
      <time dateTime={new Date(time).toISOString()} title={formatTip(time)}>
        {describeAgo(time, now)}
      </time>
    )
  }
  const words =
    column.kind === 'password' ? (column.read(row) === true ? 'Set' : '') : describeCell(column, row)
  return <LongWords words={words === '' ? '–' : words} />
}

/** Of what would fill the screen the beginning, and the rest where it is asked for. */
function LongWords({ words }: { words: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = words.length > LONG_CHARS
  return (
    <span className={styles.words} dir="auto">
      <span>{isLong && !isWhole ? `${words.slice(0, LONG_CHARS)}…` : words}</span>
      {isLong && (
        <Button look="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Less' : 'More'}
        </Button>
      )}
    </span>
  )
}
