/**
 * The screens that ask the environment, as one part: each module that is loaded by itself becomes a file by itself, which the
 * worker fetches and keeps however small it is (W1).
 */
export { AlertsTableRoute } from '../routes/alerts-table.tsx'
export { AnswersRoute } from '../routes/answers.tsx'
export { AssigneesRoute } from '../routes/assignees.tsx'
export { AuditRoute } from '../routes/audit.tsx'
export { DepartmentsRoute } from '../routes/departments.tsx'
export { DutyRoute } from '../routes/duty.tsx'
export { EditRoute } from '../routes/edit.tsx'
export { IntegrationsRoute } from '../routes/integrations.tsx'
export { IntentAddRoute } from '../routes/intent-add.tsx'
export { IntentEditRoute } from '../routes/intent-edit.tsx'
export { IntentsRoute } from '../routes/intents.tsx'
export { TestUsersRoute } from '../routes/test-users.tsx'
export { TicketsRoute } from '../routes/tickets.tsx'
export { UsersRoute } from '../routes/users.tsx'
