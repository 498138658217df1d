import { useId, useRef, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '#src/lib/use-store.ts'
import { Button, joinClasses } from '../../button.tsx'
import { Icon } from '../../icon.tsx'
import styles from './add-block.module.css'
import { viewAddForm } from './add-form.ts'
import { AddedNote } from './added-note.tsx'
import { nameAdding, type ListDefinition } from '../declare-list.ts'
import { FormFields } from './form-fields.tsx'
import type { ListController } from '../list-controller.ts'
import shared from '../list-screen.module.css'
import type { ListSource } from '../list-source.ts'
import type { RowFinder } from '../rows/use-row-finder.ts'

interface AddBlockProps<Row> {
  definition: ListDefinition<Row>
  source: ListSource<Row>
  controller: ListController<Row>
  finder: RowFinder
}

/**
 * A new item's form above its list (specification section 2); on a phone behind a button, because it fills a screen there.
 * Its mark is where a row that is gone can begin anew.
 */
export function AddBlock<Row>({ definition, source, controller, finder }: AddBlockProps<Row>) {
  const { add } = controller
  const state = useStore(add.state)
  const { columns, values, errors, problems, isTouched } = viewAddForm(definition, state)
  const { isOpen } = state
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const words = nameAdding(definition)
  const focusFirst = () => form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const hadFocus = form.current?.contains(document.activeElement) ?? false
    if (!(await add.submit())) return
    // The button is switched off with the form empty: the next one begins at the top, unless the user has gone elsewhere.
    const { activeElement } = document
    const hasLeft = activeElement !== document.body && !form.current?.contains(activeElement)
    if (hadFocus && !hasLeft) focusFirst()
  }

  function toggle() {
    // Drawn at once: iOS brings its keyboard up for a field only while the tap is being handled.
    flushSync(() => add.fold(isOpen))
    if (!isOpen) focusFirst()
  }

  return (
    <div className={styles.block}>
      <Button className={styles.fold} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <span>{definition.addLabel ?? `Add ${withArticle(definition.noun.one)}`}</span>
        {!isOpen && isTouched && <span className={shared.note}>Begun</span>}
        <Icon name="down" size={18} />
      </Button>
      <form
        ref={form}
        id={id}
        className={joinClasses(shared.card, styles.form)}
        aria-label={words}
        data-add
        data-open={isOpen}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormFields
          columns={columns}
          values={values}
          findError={(key) => (state.problemField === key ? state.problem : (errors[key] ?? null))}
          onType={(key, value) => controller.typeNew(key, value)}
        />
        {state.problem !== null && state.problemField === null && (
          <p className={shared.problem} role="alert">
            {state.problem}
          </p>
        )}
        <div className={shared.actions}>
          <Button
            type="submit"
            look="primary"
            disabled={Object.keys(problems).length > 0 || state.isSending || source.readOnly !== null}
            aria-busy={state.isSending}
          >
            {state.isSending ? 'Adding…' : words}
          </Button>
          {isTouched && !state.isSending && <Button onClick={() => add.reset()}>Clear</Button>}
          {source.readOnly !== null && <span className={shared.note}>{source.readOnly}</span>}
          <AddedNote added={state.added} finder={finder} />
        </div>
      </form>
    </div>
  )
}

/** 'a department', 'an alert'; 'a user', which begins with a consonant's sound. */
function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
