import { useState, type FocusEvent, type FormEvent } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import type { Store } from '#src/lib/store.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '../../button.tsx'
import { EmptyBox } from '../../empty-box.tsx'
import { Page } from '../../page.tsx'
import { AskedDialog } from '../asked-dialog.tsx'
import {
  canChange,
  findColumn,
  isFixed,
  listFormColumns,
  listShownColumns,
  readFlags,
  type ListDefinition,
} from '../declare-list.ts'
import { describeProgress, findFieldError, hasProblem } from '../edits/describe-edit.ts'
import { FormFields } from './form-fields.tsx'
import { isRemoval, readKept, readTyped, readValues } from '../column-values.ts'
import type { Typed } from '../field-values.ts'
import type { ListSource } from '../list-source.ts'
import { ListState } from '../list-state.tsx'
import styles from '../list-screen.module.css'
import { findFormErrors, isUnsaved } from '../edits/row-edit.ts'
import { RowProblem } from '../rows/row-problem.tsx'
import { SourceNote } from '../source-note.tsx'
import { useListController } from '../use-list-controller.ts'
import { useNow } from '../use-now.ts'

interface EditFormProps<Row> {
  definition: ListDefinition<Row>
  source: ListSource<Row>
  /** The row that is edited: the last part of its address. */
  id: string
  unsaved: Store<boolean>
  /** Back to the list. Where something is unsaved, whoever guards the address asks. */
  onBack(): void
  /** What else stands above the form. */
  children?: Elements
  /** What stands beside it where there is room, once the row is there. */
  aside?: Elements
  /** What stands below it, once the row is there. */
  below?: Elements
}

/** The page of one row, /config/{type}/edit/{id}: the same fields as its list has, saved by a button. */
export function EditForm<Row>(props: EditFormProps<Row>) {
  const { definition, source, id, unsaved, onBack, children, aside, below } = props
  const controller = useListController({ definition, source, unsaved, isManual: true })
  const now = useNow()
  const edit = useStore(controller.edits.edits).get(id)
  const adding = useStore(controller.add.state)
  const said = useStore(controller.said)
  const [hasSaved, setSaved] = useState(false)
  const { noun, saveLabel = 'Save', backLabel = 'Back' } = definition
  const row = source.rows?.find((other) => definition.idOf(other) === id) ?? edit?.base

  if (row === undefined) {
    return (
      <Page title={`Edit ${noun.one}`}>
        {source.rows === undefined ? (
          <ListState definition={definition} source={source} search="" isEmpty={false} />
        ) : (
          <EmptyBox words={`This ${noun.one} is no longer there.`} />
        )}
        <div className={styles.actions}>
          <Button onClick={onBack}>{backLabel}</Button>
        </div>
      </Page>
    )
  }

  const shown = edit?.base ?? row
  const all = listFormColumns(definition, 'edit')
  const typed = edit?.typed ?? {}
  const current = readValues(all, shown, typed)
  const columns = listShownColumns(all, current)
  const values = Object.fromEntries(
    columns.map((column) => [column.key, typed[column.key] ?? readTyped(column, shown)]),
  )
  const errors = findFormErrors(all, { base: shown, typed })
  const kind = edit?.progress.kind
  const isLocked = isFixed(definition, row) || kind === 'gone'
  const hasChanges = edit !== undefined && isUnsaved(edit)
  const isBlocked = kind === 'saving' || kind === 'changed' || Object.keys(errors).length > 0

  function type(key: string, value: Typed) {
    setSaved(false)
    if (row !== undefined) controller.type(row, key, value)
    const column = findColumn(definition, key)
    if (column && isRemoval(column, value)) controller.say(`${column.header} will be removed when saved.`)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) controller.edits.end(id)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!hasChanges || isBlocked || isLocked) return
    await controller.edits.save(id)
    setSaved(controller.edits.edits.get().get(id)?.progress.kind === 'saved')
  }

  /** The row is gone: what it had, with what was typed, becomes a new one. */
  async function createAnew() {
    const fields = listFormColumns(definition, 'add')
    controller.add.fill(
      Object.fromEntries(fields.map((column) => [column.key, typed[column.key] ?? readTyped(column, shown)])),
    )
    if (!(await controller.add.submit())) return
    controller.edits.undo(id)
    onBack()
  }

  return (
    <Page title={`Edit ${noun.one}: ${definition.nameOf(shown)}`} aside={aside}>
      <SourceNote source={source} now={now} />
      {children}
      <form
        className={styles.card}
        aria-label={`Edit ${noun.one}`}
        noValidate
        onFocus={() => controller.edits.begin(row)}
        onBlur={onBlur}
        onSubmit={(event) => void save(event)}
      >
        <FormFields
          columns={columns}
          values={values}
          findError={(key) => errors[key] ?? findFieldError(edit, key)}
          isKept={(column) => readKept(column, shown)}
          isReadOnly={(column) => isLocked || !canChange(definition, column, shown)}
          onType={type}
        />
        {isFixed(definition, row) && <p className={styles.note}>{`This ${noun.one} can not be changed.`}</p>}
        {edit && hasProblem(edit) && (
          <RowProblem
            {...{ definition, controller, id, edit }}
            onAnew={readFlags(definition).hasAddBlock ? () => void createAnew() : undefined}
          />
        )}
        {adding.problem !== null && (
          <p className={styles.problem} role="alert">
            {adding.problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button
            type="submit"
            look="primary"
            disabled={!hasChanges || isBlocked || isLocked || source.readOnly !== null}
            aria-busy={kind === 'saving'}
          >
            {saveLabel}
          </Button>
          <Button onClick={onBack}>{backLabel}</Button>
          <span className={styles.note}>{hasSaved && !hasChanges ? 'Saved' : describeProgress(edit)}</span>
        </div>
      </form>
      {below}
      <AskedDialog asked={controller.asked} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </Page>
  )
}
