import type { FormEvent } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import type { Store } from '#src/lib/store.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '../../button.tsx'
import { Page } from '../../page.tsx'
import { viewAddForm } from './add-form.ts'
import { AskedDialog } from '../asked-dialog.tsx'
import type { ListDefinition } from '../declare-list.ts'
import { FormFields } from './form-fields.tsx'
import type { ListSource } from '../list-source.ts'
import styles from '../list-screen.module.css'
import { SourceNote } from '../source-note.tsx'
import { useListController } from '../use-list-controller.ts'
import { useNow } from '../use-now.ts'

interface AddPageProps<Row> {
  definition: ListDefinition<Row>
  source: ListSource<Row>
  unsaved: Store<boolean>
  /** Back to the list. Where something is unsaved, whoever guards the address asks. */
  onBack(): void
  /** It is there now, under this id. */
  onAdded(id: string): void
  /** What else stands above the form. */
  children?: Elements
}

/** The page of a new one, for a list whose forms are too large to stand above it: the fields of its edit page. */
export function AddPage<Row>(props: AddPageProps<Row>) {
  const { definition, source, unsaved, onBack, onAdded, children } = props
  const { noun, saveLabel = 'Save', backLabel = 'Back' } = definition
  const controller = useListController({ definition, source, unsaved, isManual: true })
  const now = useNow()
  const state = useStore(controller.add.state)
  const { columns, values, errors, problems } = viewAddForm(definition, state)
  const { isSending, problem, problemField } = state

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (Object.keys(problems).length > 0) return
    if (!(await controller.add.submit())) return
    const { added } = controller.add.state.get()
    if (added) onAdded(added.id)
  }

  return (
    <Page title={`Add ${noun.one}`}>
      <SourceNote source={source} now={now} />
      {children}
      <form
        className={styles.card}
        aria-label={`Add ${noun.one}`}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormFields
          columns={columns}
          values={values}
          findError={(key) => (problemField === key ? problem : (errors[key] ?? null))}
          // What is typed while it is on its way would be lost with the page.
          isReadOnly={() => isSending}
          onType={(key, value) => controller.typeNew(key, value)}
        />
        {problem !== null && problemField === null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button
            type="submit"
            look="primary"
            disabled={Object.keys(problems).length > 0 || isSending || source.readOnly !== null}
            aria-busy={isSending}
          >
            {saveLabel}
          </Button>
          <Button onClick={onBack}>{backLabel}</Button>
          {isSending && <span className={styles.note}>Saving…</span>}
        </div>
      </form>
      <AskedDialog asked={controller.asked} />
      <p className="visually-hidden" role="status">
        {useStore(controller.said)}
      </p>
    </Page>
  )
}
