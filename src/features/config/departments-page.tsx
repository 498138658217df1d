import type { Department } from '#src/contract/tickets.ts'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps, ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { useDepartments } from './online-queries.ts'

const MAX_NAME_CHARS = 100

const DEPARTMENTS: ListDefinition<Department> = {
  type: 'queues',
  title: 'Departments',
  noun: { one: 'department', many: 'departments' },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  // The house's own (CONTRACT section 6).
  isUndeletable: ({ isAdmin, undeletable }) => isAdmin || undeletable === true,
  isUrlDriven: true,
  columns: [
    {
      key: 'name',
      header: 'Name',
      kind: 'text',
      canEdit: 'form',
      isRequired: true,
      maxChars: MAX_NAME_CHARS,
      read: ({ name }) => name,
    },
    {
      key: 'isAdmin',
      header: 'Kept by',
      kind: 'text',
      width: 'minmax(110px, 110fr)',
      read: ({ isAdmin }) => (isAdmin ? 'The house' : 'Admins'),
    },
  ],
}

/** `/config/queues`: the departments that tickets go to, which the wire calls queues (specification section 2). */
export function DepartmentsPage(page: ListPageProps) {
  return (
    <ListScreen
      definition={DEPARTMENTS}
      source={useDepartments()}
      lead="Tickets go to these departments. The house’s own stay as they are."
      {...page}
    />
  )
}

/** `/config/queues/edit/{id}`. */
export function DepartmentEditPage({ id, unsaved, navigate }: EditPageProps) {
  const source = useDepartments()
  return (
    <EditForm
      definition={DEPARTMENTS}
      {...{ source, id, unsaved }}
      onBack={() => navigate('/config/queues')}
    />
  )
}
