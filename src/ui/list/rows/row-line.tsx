import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { memo, type FocusEvent, type ReactNode } from 'react'
import { Button } from '../../button.tsx'
import { Cell } from './cell.tsx'
import { canDelete, editUrlOf, explainKept, isFixed, listTableColumns } from '../declare-list.ts'
import type { ListDefinition, ListFlags } from '../declare-list.ts'
import { describeProgress, hasProblem } from '../edits/describe-edit.ts'
import type { ListController } from '../list-controller.ts'
import styles from './list-rows.module.css'
import { OpenLink } from '../open-link.tsx'
import { isUnsaved, type RowEdit } from '../edits/row-edit.ts'
import { RowProblem } from './row-problem.tsx'
import { toggleOne } from '../selection.ts'

interface RowLineProps<Row> {
  definition: ListDefinition<Row>
  flags: ListFlags
  controller: ListController<Row>
  row: Row
  edit: RowEdit<Row> | undefined
  isChosen: boolean
  /** Its place among the listed rows, from 0. */
  index: number
  now: number
  tracks: string
  readOnly: string | null
  navigate(url: string): void
  onRemove(row: Row, index: number): void
  onAnew: ((id: string) => void) | undefined
}

/**
 * One row: a line of the table, or a card on a phone, and below it what is to be said about it. It is drawn anew where
 * something of its own has changed, and not whenever the list moves.
 */
export const RowLine: typeof Line = memo(Line)

function Line<Row>(props: RowLineProps<Row>): ReactNode {
  const { definition, flags, controller, row, edit, isChosen, index, now, tracks, readOnly, navigate } = props
  const id = definition.idOf(row)
  const name = definition.nameOf(edit?.base ?? row)
  const isThere = edit?.progress.kind !== 'gone'
  const isRemovable = isThere && canDelete(definition, row)
  const kept = isThere ? explainKept(definition, row) : null
  // What is half-typed may be finished, also without a line: it is saved later.
  const isReadOnly = readOnly !== null && !(edit && isUnsaved(edit))

  function onFocus({ target }: FocusEvent) {
    if (target.matches('[name]')) controller.edits.begin(row)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) controller.edits.end(id)
  }

  return (
    <div className={styles.item} data-id={id} onFocus={onFocus} onBlur={onBlur}>
      <div
        role="row"
        className={styles.row}
        style={{ gridTemplateColumns: tracks }}
        aria-rowindex={index + 2}
        aria-label={name}
      >
        {flags.hasCheckboxes && (
          <div role="cell" className={styles.check}>
            {isRemovable && (
              // All around the box is hit, too.
              <label className={styles.hit}>
                <Checkbox
                  aria-label={`Choose ${name}`}
                  checked={isChosen}
                  onChange={() => controller.selection.set(toggleOne(controller.selection.get(), id))}
                />
              </label>
            )}
          </div>
        )}
        {listTableColumns(definition).map((column) => (
          <div
            key={column.key}
            role="cell"
            className={styles.cell}
            data-kind={column.kind}
            data-words={column.canEdit !== 'here'}
          >
            <span className={styles.label} aria-hidden="true">
              {column.header}
            </span>
            <Cell {...{ definition, controller, column, row, edit, now, isReadOnly }} />
          </div>
        ))}
        {flags.hasEdit && (
          <div role="cell" className={styles.action}>
            {isThere && !isFixed(definition, row) && (
              <OpenLink url={editUrlOf(definition, row)} label={`Edit ${name}`} navigate={navigate}>
                Edit
              </OpenLink>
            )}
          </div>
        )}
        {flags.hasDelete && (
          <div role="cell" className={styles.action}>
            {isRemovable && (
              <Button
                look="quiet"
                data-delete
                aria-label={`Delete ${name}`}
                title={readOnly ?? undefined}
                disabled={readOnly !== null}
                onClick={() => props.onRemove(row, index)}
              >
                Delete
              </Button>
            )}
          </div>
        )}
        <div role="cell" className={styles.state} data-kind={edit?.progress.kind}>
          {describeProgress(edit)}
        </div>
      </div>
      {kept !== null && (
        <div role="row">
          <div role="cell" className={styles.kept}>
            {kept}
          </div>
        </div>
      )}
      {edit && hasProblem(edit) && (
        <div role="row">
          <div role="cell">
            <RowProblem
              definition={definition}
              controller={controller}
              id={id}
              edit={edit}
              onAnew={props.onAnew && (() => props.onAnew?.(id))}
            />
          </div>
        </div>
      )}
    </div>
  )
}
