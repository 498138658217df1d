import type { ChatFilter } from '#src/domain/chats/filters.ts'

/** The filters by their names in the specification, the ones that are needed most first. */
export const FILTERS: readonly { filter: ChatFilter; label: string }[] = [
  { filter: 'all', label: 'All States' },
  { filter: 'needs-help', label: 'Needs help' },
  { filter: 'paused', label: 'Paused' },
  { filter: 'active', label: 'Active' },
  { filter: 'idle', label: 'Idle' },
  { filter: 'inactive', label: 'Inactive' },
]
