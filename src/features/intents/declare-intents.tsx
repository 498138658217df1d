import { INTENT_ACTIONS, isIntentAction, type Intent } from '#src/contract/intents.ts'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import styles from './intents.module.css'
import { AudioCell, nameShare } from './speech/audio-cell.tsx'

const KEPT = 'One of the bot’s own: it can be changed, and not deleted.'
const NO_QUESTION = 'No question yet'

/** The list of intents (specification section 2, Intents). */
export const INTENTS: ListDefinition<Intent> = {
  type: 'intents',
  title: 'Intents',
  noun: { one: 'intent', many: 'intents' },
  idOf: ({ id }) => id,
  nameOf: nameIntent,
  explainKept: (intent) => (intent.static || intent.undeletable === true ? KEPT : null),
  isUrlDriven: true,
  hasEdit: true,
  editUrl: ({ id }) => `/intents/edit/${encodeURIComponent(id)}`,
  addUrl: '/intents/add',
  addLabel: 'ADD NEW INTENT',
  bulkLabel: 'DELETE INTENTS',
  columns: [
    {
      key: 'name',
      header: 'INTENT',
      kind: 'text',
      width: 'minmax(130px, 130fr)',
      read: ({ name }) => name,
    },
    {
      key: 'response',
      header: 'RESPONSE',
      kind: 'multiline',
      width: 'minmax(240px, 240fr)',
      read: ({ dialog }) => dialog?.config.response,
    },
    { key: 'type', header: 'TYPE', kind: 'text', width: 'minmax(120px, 120fr)', read: describeType },
    {
      key: 'questions',
      header: 'QUESTION',
      kind: 'custom',
      width: 'minmax(170px, 170fr)',
      read: ({ questions }) => questions.map(({ text }) => text),
      toText: ({ questions }) => questions.map(({ text }) => text).join('; ') || NO_QUESTION,
      render: (intent) => <FirstQuestion intent={intent} />,
    },
    {
      key: 'audio',
      header: 'AUDIO',
      kind: 'custom',
      width: 'minmax(84px, 84fr)',
      read: nameShare,
      toText: nameShare,
      render: (intent) => <AudioCell intent={intent} />,
    },
  ],
}

export function nameIntent({ name }: Pick<Intent, 'name'>): string {
  return name || 'an intent without a name'
}

/** What it does, and whether it does it: `Choice`, `Message (switched off)`. */
export function describeType({ dialog }: Intent): string {
  if (dialog === null) return ''
  const { type, isEnabled } = dialog.config
  const words = isIntentAction(type) ? INTENT_ACTIONS[type] : type
  return isEnabled ? words : `${words} (switched off)`
}

/** The first question, and how many more: an intent without any is understood by nobody. */
function FirstQuestion({ intent: { questions } }: { intent: Intent }) {
  const [first, ...more] = questions
  if (first === undefined) return <span className={styles.none}>{NO_QUESTION}</span>
  return (
    <span className={styles.question}>
      <span dir="auto">{first.text}</span>
      {more.length > 0 && <span className={styles.more}>{` and ${more.length} more`}</span>}
    </span>
  )
}
