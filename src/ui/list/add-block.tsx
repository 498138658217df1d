import { useRef, type FormEvent } from 'react'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '../button.tsx'
import { viewAddForm } from './add-form.ts'
import type { ListDefinition } from './declare-list.ts'
import { FormFields } from './form-fields.tsx'
import type { ListDesk } from './list-desk.ts'
import type { ListSource } from './list-source.ts'
import styles from './list-screen.module.css'

interface AddBlockProps<Row> {
  definition: ListDefinition<Row>
  source: ListSource<Row>
  desk: ListDesk<Row>
}

/** A new item's form above its list (specification section 2). Its id is where a row that is gone can begin anew. */
export function AddBlock<Row>({ definition, source, desk }: AddBlockProps<Row>) {
  const { add } = desk
  const state = useStore(add.state)
  const { columns, values, errors, problems, isTouched } = viewAddForm(definition, state)
  const form = useRef<HTMLFormElement>(null)
  const words = definition.addLabel ?? `Add ${definition.noun.one}`

  async function submit(event: FormEvent) {
    event.preventDefault()
    const hadFocus = form.current?.contains(document.activeElement) ?? false
    if (!(await add.submit())) return
    // The button is switched off with the form empty: the next one begins at the top.
    if (hadFocus) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }

  return (
    <form
      ref={form}
      className={styles.card}
      aria-label={words}
      data-add
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormFields
        columns={columns}
        values={values}
        findError={(key) => (state.problemField === key ? state.problem : (errors[key] ?? null))}
        onType={(key, value) => add.type(key, value)}
      />
      {state.problem !== null && state.problemField === null && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          look="primary"
          disabled={Object.keys(problems).length > 0 || state.isSending || source.readOnly !== null}
          aria-busy={state.isSending}
        >
          {state.isSending ? 'Adding…' : words}
        </Button>
        {isTouched && !state.isSending && <Button onClick={() => add.reset()}>Clear</Button>}
        {source.readOnly !== null && <span className={styles.note}>{source.readOnly}</span>}
      </div>
    </form>
  )
}
