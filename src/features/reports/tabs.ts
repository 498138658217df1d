/** The tabs of the report page, as its address names them (specification section 2; `service` is an extension's). */
const TABS = [
  { id: 'dashboard', title: 'Dashboard' },
  { id: 'messages', title: 'Messages' },
  { id: 'users', title: 'Users' },
  { id: 'service', title: 'Service' },
] as const

export type TabId = (typeof TABS)[number]['id']
export type Tab = (typeof TABS)[number]

/** `hasService`: the environment announced that report. */
export function listTabs(hasService: boolean): readonly Tab[] {
  return TABS.filter(({ id }) => id !== 'service' || hasService)
}

export function isKnownTab(tab: unknown): tab is TabId {
  return TABS.some(({ id }) => id === tab)
}
