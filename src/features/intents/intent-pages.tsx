import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import type { IntentQuestion } from '#src/contract/intents.ts'
import { AddPage } from '#src/ui/list/form/add-page.tsx'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { MissingChoices } from '#src/ui/list/missing-choices.tsx'
import { beginWith, takeUsed, type Begun } from './begin-with-sentences.ts'
import { declareIntentForm } from './declare-intent-form.tsx'
import { useDepartments, useDialogs, useHasTicketing, useIntentForm } from './online-queries.ts'
import { createQuestionController } from './question-controller.ts'
import { QuestionsField } from './questions-field.tsx'
import { SpeechSection } from './speech/speech-section.tsx'
import { TryIt } from './try-it.tsx'

const LIST = '/intents'
const NO_QUESTIONS: readonly IntentQuestion[] = []

interface IntentAddPageProps extends ListPageProps {
  /** What it begins with; null: it is empty. */
  begun?: Begun | null
  children?: Elements
}

/** `/intents/add` (specification section 2, Intents). */
export function IntentAddPage({ unsaved, navigate, begun = null, children }: IntentAddPageProps) {
  const form = useIntentForm()
  const source = useMemo(() => takeUsed(form.source, begun), [form.source, begun])
  const { departments, dialogs, hasTicketing, missing } = useChoices(null)
  const { readOnly } = source
  const definition = useMemo(() => {
    const declared = declareIntentForm({
      departments,
      dialogs,
      hasTicketing,
      renderQuestions: (field) => (
        <QuestionsField field={field} questions={NO_QUESTIONS} controller={null} readOnly={readOnly} />
      ),
      renderSpeech: (words) => <SpeechSection intent={null} {...{ words, readOnly }} />,
    })
    return beginWith(declared, begun)
  }, [departments, dialogs, hasTicketing, readOnly, begun])
  return (
    <AddPage
      {...{ definition, source, unsaved }}
      onBack={() => navigate(LIST)}
      onAdded={(id) => navigate(`${LIST}/edit/${encodeURIComponent(id)}`)}
    >
      {children}
      {missing}
    </AddPage>
  )
}

/** `/intents/edit/{id}`. */
export function IntentEditPage({ id, unsaved, navigate }: EditPageProps) {
  const { source, steps } = useIntentForm()
  const { departments, dialogs, hasTicketing, missing } = useChoices(id)
  const { rows, readOnly } = source
  const intent = rows?.find((row) => row.id === id)
  const latest = useRef(intent)
  useLayoutEffect(() => {
    latest.current = intent
  }, [intent])
  const controller = useMemo(() => createQuestionController(steps, () => latest.current), [steps])
  const questions = intent?.questions ?? NO_QUESTIONS
  const definition = useMemo(
    () =>
      declareIntentForm({
        departments,
        dialogs,
        hasTicketing,
        renderQuestions: (field) => <QuestionsField {...{ field, questions, controller, readOnly }} />,
        renderSpeech: (words) => <SpeechSection intent={intent ?? null} {...{ words, readOnly }} />,
      }),
    [departments, dialogs, hasTicketing, intent, questions, controller, readOnly],
  )
  return (
    <EditForm
      {...{ definition, source, id, unsaved }}
      onBack={() => navigate(LIST)}
      aside={<TryIt intentId={id} readOnly={readOnly} />}
    >
      {missing}
    </EditForm>
  )
}

/** What the form's fields offer, and what is said where it could not be read. An intent does not lead on to itself. */
function useChoices(id: string | null) {
  const departments = useDepartments()
  const dialogs = useDialogs()
  const hasTicketing = useHasTicketing()
  const others = useMemo(() => dialogs.rows?.filter((dialog) => dialog.id !== id), [dialogs.rows, id])
  const missing = (
    <>
      <MissingChoices noun="departments" source={departments} />
      <MissingChoices noun="dialogs" source={dialogs} />
    </>
  )
  return { departments: departments.rows, dialogs: others, hasTicketing, missing }
}
