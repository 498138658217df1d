import { useMemo } from 'react'
import type { Assignee } from '#src/contract/assignees.ts'
import type { Department } from '#src/contract/tickets.ts'
import { LIST_POLL_MS, type ListDefinition, type Option } from '#src/ui/list/declare-list.ts'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { MissingChoices } from '#src/ui/list/missing-choices.tsx'
import { checkTelephone, describeStatus } from './assignee-values.ts'
import { useAssignees, useDepartments } from './online-queries.ts'

const MAX_NAME_CHARS = 100
const MAX_USERNAME_CHARS = 200
const MAX_PASSWORD_CHARS = 1_000
const NONE: Option = { value: '', label: 'None' }

/** `/config/assignees`: whom tickets are given to (specification section 2, Tickets and assignees). */
export function AssigneesPage(page: ListPageProps) {
  const departments = useDepartments()
  return (
    <ListScreen
      definition={useDefinition(departments.rows)}
      source={useAssignees()}
      lead="Tickets are given to these people. Whether somebody is active or on a break is theirs to say."
      {...page}
    >
      <MissingChoices noun="departments" source={departments} />
    </ListScreen>
  )
}

/** `/config/assignees/edit/{id}`. */
export function AssigneeEditPage({ id, unsaved, navigate }: EditPageProps) {
  const definition = useDefinition(useDepartments().rows)
  const source = useAssignees()
  return <EditForm {...{ definition, source, id, unsaved }} onBack={() => navigate('/config/assignees')} />
}

function useDefinition(departments: readonly Department[] | undefined): ListDefinition<Assignee> {
  return useMemo(() => declareAssignees(departments), [departments])
}

function declareAssignees(departments: readonly Department[] | undefined): ListDefinition<Assignee> {
  return {
    type: 'assignees',
    title: 'Assignees',
    noun: { one: 'assignee', many: 'assignees' },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    isUndeletable: ({ undeletable }) => undeletable === true,
    isUrlDriven: true,
    pollMs: LIST_POLL_MS,
    columns: [
      {
        key: 'name',
        header: 'Display name',
        kind: 'text',
        canEdit: 'form',
        isRequired: true,
        maxChars: MAX_NAME_CHARS,
        read: ({ name }) => name,
      },
      {
        key: 'username',
        header: 'Username',
        kind: 'text',
        signIn: 'username',
        canEdit: 'form',
        maxChars: MAX_USERNAME_CHARS,
        read: ({ username }) => username,
      },
      {
        key: 'password',
        header: 'Password',
        kind: 'password',
        canEdit: 'form',
        inTable: false,
        maxChars: MAX_PASSWORD_CHARS,
        canRemove: true,
        // Nobody is told whether there is one.
        read: () => undefined,
      },
      {
        key: 'telephoneNumber',
        header: 'Phone number',
        kind: 'text',
        canEdit: 'form',
        isRequired: true,
        validate: checkTelephone,
        read: ({ telephoneNumber }) => telephoneNumber,
      },
      {
        key: 'queueId',
        header: 'Department',
        kind: 'select',
        canEdit: 'form',
        options: departments && [NONE, ...departments.map(({ id, name }) => ({ value: id, label: name }))],
        read: ({ queueId }) => queueId,
      },
      {
        key: 'statusId',
        header: 'Status',
        kind: 'text',
        width: 'minmax(90px, 90fr)',
        read: ({ statusId }) => describeStatus(statusId),
      },
    ],
  }
}
