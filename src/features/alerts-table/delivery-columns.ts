import type { Delivery } from '#src/contract/deliveries.ts'
import type { CsvDefinition } from '#src/ui/list/export/save-csv.ts'
import { describeCause, describeStatus } from './describe-delivery.ts'

/** The log as a table in a file. Times are ISO, which spreadsheets sort; it goes back 30 days. */
export const DELIVERIES: CsvDefinition<Delivery> = {
  noun: { one: 'delivery', many: 'deliveries' },
  columns: [
    { key: 'at', header: 'When', kind: 'text', read: ({ at }) => at },
    { key: 'alertName', header: 'Alert', kind: 'text', read: ({ alertName }) => alertName },
    {
      key: 'occasion',
      header: 'Occasion',
      kind: 'text',
      read: describeCause,
    },
    { key: 'type', header: 'Type', kind: 'text', read: ({ type }) => type },
    { key: 'sendTo', header: 'Send to', kind: 'text', read: ({ sendTo }) => sendTo },
    {
      key: 'status',
      header: 'Status',
      kind: 'text',
      read: (delivery) => describeStatus(delivery, Date.now()),
    },
    { key: 'attempts', header: 'Attempts', kind: 'number', read: ({ attempts }) => attempts },
    { key: 'error', header: 'Reason', kind: 'text', read: ({ error }) => error },
    { key: 'chatId', header: 'Chat', kind: 'text', read: ({ chatId }) => chatId },
    {
      key: 'guests',
      header: 'Guests',
      kind: 'number',
      read: ({ isTest, guests }) => (isTest ? null : guests),
    },
  ],
}
