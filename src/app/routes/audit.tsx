import { Navigate } from '@tanstack/react-router'
import { useContext } from 'react'
import { AuditPage } from '#src/features/audit/audit-page.tsx'
import { WHOLE_LIST } from '#src/features/messenger/search.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { OnlineScreen } from '../online-screen.tsx'

/** `/config/audit`: admins. Where the environment has no group `admin` it is any other path. */
export function AuditRoute() {
  const { admin } = useStore(useContext(CapabilitiesContext))
  if (!admin) return <Navigate to="/messenger" search={WHOLE_LIST} replace />
  return <OnlineScreen draw={(page) => <AuditPage {...page} />} />
}
