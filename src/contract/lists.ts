import type { RoleName } from '#src/domain/roles.ts'

/**
 * The lists of the configuration, as hints and the audit name them, with the least role that may read any of it (CONTRACT
 * section 6). The messenger reads saved answers and departments too; the intent editor asks which integrations there are.
 * `staff` is what everybody may know of users: it is hinted with them, and the audit has no entries of it. `guests` is no
 * list that is kept: by this name the audit has what was done about a guest.
 */
export const LIST_READERS = {
  users: 'admin',
  staff: 'agent',
  'test-users': 'admin',
  'typical-answers': 'agent',
  queues: 'agent',
  assignees: 'operator',
  tickets: 'operator',
  integrations: 'operator',
  alerts: 'admin',
  agentOnDuty: 'admin',
  intents: 'operator',
  translations: 'admin',
  cronCampaigns: 'marketing',
  segments: 'marketing',
  guests: 'operator',
} as const satisfies Record<string, RoleName>

/** An environment may have lists that this console does not know: on the wire it is any word. */
export type ListName = keyof typeof LIST_READERS
