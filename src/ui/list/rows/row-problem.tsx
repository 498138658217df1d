import { Button } from '../../button.tsx'
import type { ListDefinition } from '../declare-list.ts'
import { describeRowProblem, listUndone } from '../edits/describe-edit.ts'
import type { ListController } from '../list-controller.ts'
import { copyTyped, listDifferences, type RowEdit } from '../edits/row-edit.ts'
import styles from './row-problem.module.css'

interface RowProblemProps<Row> {
  definition: ListDefinition<Row>
  controller: ListController<Row>
  id: string
  edit: RowEdit<Row>
  /** What begins anew with what was typed, for a row that is gone; without it there is only the copying. */
  onAnew?: (() => void) | undefined
}

/** Why a row is not saved, and each way out of it. Nothing typed is lost by any but the user's own choice. */
export function RowProblem<Row>({ definition, controller, id, edit, onAnew }: RowProblemProps<Row>) {
  const words = describeRowProblem(edit)
  const { kind } = edit.progress
  const undone = listUndone(edit)
  return (
    <div className={styles.problem} data-tone={kind === 'changed' ? 'choice' : 'bad'}>
      {words !== null && <p>{words}</p>}
      {kind === 'changed' && (
        <Differences definition={definition} controller={controller} id={id} edit={edit} />
      )}
      {kind === 'gone' && (
        <Remains definition={definition} controller={controller} id={id} edit={edit} onAnew={onAnew} />
      )}
      <div className={styles.actions}>
        {kind === 'failed' && <Button onClick={() => void controller.edits.save(id)}>Try again</Button>}
        {undone.length > 0 && (
          <Button onClick={() => undone.forEach((key) => controller.edits.undo(id, key))}>Undo</Button>
        )}
      </div>
    </div>
  )
}

function Differences<Row>({ definition, controller, id, edit }: Omit<RowProblemProps<Row>, 'onAnew'>) {
  return (
    <ul role="list" className={styles.differences}>
      {listDifferences(definition, edit).map(({ key, header, mine, theirs }) => (
        <li key={key}>
          <b>{header}</b>
          <dl>
            <dt>Mine</dt>
            <dd dir="auto">{mine === '' ? <i>empty</i> : mine}</dd>
            <dt>Theirs</dt>
            <dd dir="auto">{theirs === '' ? <i>empty</i> : theirs}</dd>
          </dl>
          <div className={styles.actions}>
            <Button
              aria-label={`Keep mine: ${header}`}
              onClick={() => controller.edits.decide(id, key, 'mine')}
            >
              Keep mine
            </Button>
            <Button
              aria-label={`Take theirs: ${header}`}
              onClick={() => controller.edits.decide(id, key, 'theirs')}
            >
              Take theirs
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Remains<Row>({ definition, controller, id, edit, onAnew }: RowProblemProps<Row>) {
  const text = copyTyped(definition, edit)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      controller.say('Copied.')
    } catch {
      controller.say('This browser does not allow copying: select the text instead.')
    }
  }
  return (
    <>
      {text !== '' && (
        // A stop of the Tab key: it can be scrolled and selected by keyboard.
        <pre className={styles.remains} role="group" tabIndex={0} aria-label="What you typed" dir="auto">
          {text}
        </pre>
      )}
      <div className={styles.actions}>
        {text !== '' && <Button onClick={() => void copy()}>Copy</Button>}
        {onAnew && <Button onClick={onAnew}>Create anew</Button>}
        <Button onClick={() => controller.edits.undo(id)}>Discard</Button>
      </div>
    </>
  )
}
