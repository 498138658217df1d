import type { IntegrationCategory } from '#src/contract/integrations.ts'

/** Host systems of the demonstration hotel, which exist nowhere else; none has a secret. */
export const INTEGRATIONS: readonly {
  id: string
  category: IntegrationCategory
  hostSystem: string
  userName: string
  hostSystemIdentifier: string
  isActive: boolean
}[] = [
  {
    id: 'integration-pms',
    category: 'PMS',
    hostSystem: 'Lanternkeeper PMS',
    userName: 'harbourlight',
    hostSystemIdentifier: 'HBL-01',
    isActive: true,
  },
  {
    id: 'integration-crs',
    category: 'CRS',
    hostSystem: 'Tidebook Reservations',
    userName: 'harbourlight.sales',
    hostSystemIdentifier: '20391',
    isActive: true,
  },
  {
    id: 'integration-ticket',
    category: 'TICKET',
    hostSystem: 'Fixwright Service Desk',
    userName: '',
    hostSystemIdentifier: 'harbourlight-hotel',
    isActive: true,
  },
  {
    id: 'integration-crm',
    category: 'CRM',
    hostSystem: 'Guestfile',
    userName: '',
    hostSystemIdentifier: '',
    isActive: false,
  },
]
