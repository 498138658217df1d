import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useId, useState } from 'react'
import type { Dialog } from '#src/contract/intents.ts'
import { Button } from '#src/ui/button.tsx'
import type { Column, CustomField } from '#src/ui/list/declare-list.ts'
import { FormFields } from '#src/ui/list/form/form-fields.tsx'
import { readRecords, type TextRecord, type Typed } from '#src/ui/list/field-values.ts'
import { Tabs } from '#src/ui/tabs.tsx'
import { canHaveMoreChoices, isFixedChoice, LEAST_CHOICES, makeChoice } from './choices.ts'
import styles from './intents.module.css'
import { RedirectField } from './redirect-field.tsx'

interface ChoicesFieldProps {
  field: CustomField
  /** The action whose choices they are. */
  type: string
  dialogs: readonly Dialog[] | undefined
}

/** What guests choose between, a tab each; or what stands in for their own words. */
export function ChoicesField({ field, type, dialogs }: ChoicesFieldProps) {
  const choices = readRecords(field.value)
  return (
    <fieldset className={styles.section}>
      <legend>{field.label}</legend>
      {isFixedChoice(type) ? (
        <FixedChoices choices={choices} />
      ) : (
        <ChoiceTabs key={type} {...{ field, type, dialogs, choices }} />
      )}
    </fieldset>
  )
}

function ChoiceTabs({
  field,
  type,
  dialogs,
  choices,
}: ChoicesFieldProps & { choices: readonly TextRecord[] }) {
  const { isReadOnly, onChange } = field
  const [asked, setOpen] = useState(0)
  const open = Math.min(asked, choices.length - 1)
  const shown = choices[open]
  if (shown === undefined) return null
  const canChangeCount = canHaveMoreChoices(type) && !isReadOnly

  function add() {
    onChange([...choices, makeChoice(type, choices)])
    setOpen(choices.length)
  }

  function change(key: string, text: Typed) {
    if (typeof text !== 'string') return
    onChange(choices.map((choice, index) => (index === open ? { ...choice, [key]: text } : choice)))
  }

  return (
    <Tabs
      label={field.label}
      names={choices.map(({ name = '' }, index) => name.trim() || `Choice ${index + 1}`)}
      open={open}
      onOpen={setOpen}
      beside={
        canChangeCount && (
          <Button look="quiet" aria-label="Add a choice" onClick={add}>
            Add
          </Button>
        )
      }
    >
      <FormFields
        columns={declareChoice(dialogs)}
        values={shown}
        findError={() => null}
        isReadOnly={() => isReadOnly}
        onType={change}
      />
      {canChangeCount && choices.length > LEAST_CHOICES && (
        <Button
          look="quiet"
          className={styles.removeChoice}
          aria-label={`Remove the choice ${shown['name'] ?? ''}`}
          onClick={() => onChange(choices.filter((_, index) => index !== open))}
        >
          Remove the choice
        </Button>
      )}
    </Tabs>
  )
}

function declareChoice(dialogs: readonly Dialog[] | undefined): readonly Column<TextRecord>[] {
  const part = { kind: 'text', canEdit: 'form' } as const
  return [
    { ...part, key: 'name', header: 'Choice', isRequired: true, read: ({ name }) => name },
    { ...part, key: 'url', header: 'OPTIONAL LINK', read: ({ url }) => url },
    { ...part, key: 'response', header: 'RESPONSE', kind: 'multiline', read: ({ response }) => response },
    {
      ...part,
      key: 'redirectTo',
      header: 'Redirect to',
      kind: 'custom',
      read: ({ redirectTo }) => redirectTo,
      renderField: (field) => <RedirectField {...field} dialogs={dialogs} />,
    },
  ]
}

/** The one choice that there is: on, and always so (specification section 5). */
function FixedChoices({ choices }: { choices: readonly TextRecord[] }) {
  const id = useId()
  const [isTold, setTold] = useState(false)
  return (
    <>
      {choices.map(({ name = '' }, index) => (
        <Switch
          key={index}
          className={styles.fixed}
          label={name}
          checked
          aria-readonly="true"
          aria-describedby={isTold ? id : undefined}
          onChange={() => setTold(true)}
        />
      ))}
      {isTold && (
        <p id={id} role="alert" className={styles.failed}>
          This setting cannot be modified.
        </p>
      )}
    </>
  )
}
