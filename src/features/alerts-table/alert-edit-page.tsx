import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { EditPageProps } from '#src/ui/list/list-page.ts'
import { declareAlerts } from './declare-alerts.tsx'
import { useAlerts } from './online-queries.ts'

const ALERTS = declareAlerts()

/** `/config/alerts/edit/{id}` (specification section 2). */
export function AlertEditPage({ id, unsaved, navigate }: EditPageProps) {
  return (
    <EditForm
      definition={ALERTS}
      source={useAlerts()}
      id={id}
      unsaved={unsaved}
      onBack={() => navigate('/config/alerts-table')}
    />
  )
}
