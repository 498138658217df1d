import type { ReactNode } from 'react'
import { AssigneeEditPage } from '#src/features/config/assignees-page.tsx'
import { DepartmentEditPage } from '#src/features/config/departments-page.tsx'
import { IntegrationEditPage } from '#src/features/config/integrations-page.tsx'
import { AlertEditPage } from '#src/features/alerts-table/alert-edit-page.tsx'
import { ShiftEditPage } from '#src/features/duty/duty-page.tsx'
import { UserEditPage } from '#src/features/users/users-page.tsx'
import type { EditPageProps } from '#src/ui/list/list-page.ts'

/** What is drawn at /config/{type}/edit/{id}, by type. A list with an edit page is one line here. */
const EDIT_PAGES: Readonly<Record<string, (page: EditPageProps) => ReactNode>> = {
  assignees: AssigneeEditPage,
  integrations: IntegrationEditPage,
  queues: DepartmentEditPage,
  agentOnDuty: ShiftEditPage,
  alerts: AlertEditPage,
  users: UserEditPage,
}

/** Null: no list of this type has an edit page. */
export function findEditPage(type: string): ((page: EditPageProps) => ReactNode) | null {
  return Object.hasOwn(EDIT_PAGES, type) ? (EDIT_PAGES[type] ?? null) : null
}
