import { readRecipients } from '#src/contract/alert-recipients.ts'
import type { Alert } from '#src/contract/bot-configs.ts'
import type { Column, ListDefinition } from '#src/ui/list/declare-list.ts'
import { OCCASIONS } from './describe-delivery.ts'

const MAX_NAME_CHARS = 200
const MAX_ADDRESS_CHARS = 1_000

const COLUMNS: readonly Column<Alert>[] = [
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
    key: 'type',
    header: 'Type',
    kind: 'select',
    canEdit: 'form',
    isRequired: true,
    options: [
      { value: 'email', label: 'Email' },
      { value: 'SMS', label: 'SMS' },
    ],
    width: '96px',
    read: ({ type }) => type,
  },
  {
    key: 'notificationType',
    header: 'Notification type',
    kind: 'select',
    canEdit: 'form',
    isRequired: true,
    options: OCCASIONS,
    width: 'minmax(180px, 180fr)',
    read: ({ notificationType }) => notificationType,
  },
  {
    key: 'sendTo',
    header: 'Send to',
    kind: 'text',
    canEdit: 'form',
    isRequired: true,
    maxChars: MAX_ADDRESS_CHARS,
    hint: 'An email address, or several with commas between them; for SMS one telephone number.',
    read: ({ sendTo }) => sendTo,
    validate: (value, { type }) => checkRecipients(type, value),
  },
]

/** Alerts by email and SMS (specification section 3); `more` are columns of what the environment knows beside them. */
export function declareAlerts(more: readonly Column<Alert>[] = []): ListDefinition<Alert> {
  return {
    type: 'alerts',
    title: 'Alerts',
    noun: { one: 'alert', many: 'alerts' },
    idOf: ({ id }) => id,
    nameOf: ({ name, sendTo }) => name || sendTo || 'alert without a name',
    isUndeletable: ({ undeletable }) => undeletable === true,
    readEnabled: ({ isEnabled }) => isEnabled,
    columns: [...COLUMNS, ...more],
  }
}

/** What is wrong with an alert's address, in words; null: nothing. */
export function checkRecipients(type: unknown, sendTo: unknown): string | null {
  if (typeof sendTo !== 'string' || (type !== 'email' && type !== 'SMS')) return null
  const recipients = readRecipients(type, sendTo)
  return 'problem' in recipients ? recipients.problem : null
}
