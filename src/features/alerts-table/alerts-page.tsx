import { useContext, useMemo } from 'react'
import type { Senders } from '#src/contract/deliveries.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { WarningBox } from '#src/ui/warning-box.tsx'
import { AlertStatus, describeLast } from './alert-status.tsx'
import { declareAlerts } from './declare-alerts.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { canBeSent, listMissingSenders } from './describe-delivery.ts'
import { useAlerts, useDeliveries, type Deliveries } from './online-queries.ts'
import { ReachedLimits } from './reached-limits.tsx'

const LEAD = 'Whom the environment tells by email or SMS, whoever is on duty.'
const NO_SENDER = {
  email:
    'Email can’t be sent: no mail server is set up in this environment (SMTP_URL and MAIL_FROM). Alerts by email reach nobody.',
  SMS: 'SMS can’t be sent: no SMS account is set up in this environment (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM). Alerts by SMS reach nobody.',
}
const ALERTS = declareAlerts()

/** `/config/alerts-table` (specification section 2); with the log of deliveries where the environment has it. */
export function AlertsPage(page: ListPageProps) {
  const { admin } = useStore(useContext(CapabilitiesContext))
  return admin ? <AlertsWithLog {...page} /> : <AlertsAlone {...page} />
}

function AlertsAlone(page: ListPageProps) {
  return <ListScreen definition={ALERTS} source={useAlerts()} lead={LEAD} {...page} />
}

function AlertsWithLog(page: ListPageProps) {
  const source = useAlerts()
  const log = useDeliveries()
  const definition = useAlertsWithStatus(log)
  return (
    <ListScreen
      definition={definition}
      source={source}
      lead={LEAD}
      below={<DeliveryLog log={log} navigate={page.navigate} />}
      {...page}
    >
      {listMissingSenders(log.newest?.senders ?? null).map((type) => (
        <WarningBox key={type} role="status">
          {NO_SENDER[type]}
        </WarningBox>
      ))}
      <ReachedLimits rows={log.rows} />
    </ListScreen>
  )
}

/** The declaration with a column of what each alert came to last. */
function useAlertsWithStatus(log: Deliveries) {
  const { rows, newest, readOnly, reload } = log
  const senders: Senders = newest?.senders ?? null
  return useMemo(() => {
    const findLast = (id: string) => rows?.find(({ alertId }) => alertId === id)
    return declareAlerts([
      {
        key: 'last',
        header: 'Last sent',
        kind: 'custom',
        width: 'minmax(220px, 220fr)',
        read: ({ id }) => findLast(id)?.at,
        toText: (alert) =>
          canBeSent(alert, senders)
            ? describeLast(findLast(alert.id), Date.now())
            : `No sender for ${alert.type}`,
        render: (alert, now) => (
          <AlertStatus
            alert={alert}
            last={findLast(alert.id)}
            onTested={reload}
            {...{ senders, readOnly, now }}
          />
        ),
      },
    ])
  }, [rows, senders, readOnly, reload])
}
