import type { ReactNode } from 'react'
import type { ChatFilter } from '#src/domain/chats/filters.ts'
import { INDICATOR_TITLES } from '#src/domain/chats/indicator.ts'
import { Icon } from '#src/ui/icon.tsx'
import './chat-row.css'
import { FilterLink, HelpCount } from './filter-link.tsx'
import { FILTERS } from './filters.ts'
import styles from './legend.module.css'
import type { MessengerSearch } from '../search.ts'

/** What each filter shows (specification section 4; CONTRACT section 5 for idle and inactive). */
const MEANINGS: Record<ChatFilter, string> = {
  active: 'Not paused: the bot answers.',
  'needs-help': 'The guest asks for a person.',
  paused: 'An agent has taken over; the bot is silent.',
  idle: 'The guest wrote within the last 24 hours.',
  all: 'Every chat of this list.',
  inactive: 'The guest has not written for more than 24 hours.',
}
const ORDER = Object.keys(MEANINGS)
/** In the specification's order; the line above the list has what is needed most first. */
const LEGEND = [...FILTERS].sort((a, b) => ORDER.indexOf(a.filter) - ORDER.indexOf(b.filter))

/** The marks of a row in words: state is never said by colour alone. */
const MARKS: readonly { mark: ReactNode; meaning: string }[] = [
  {
    mark: (
      <span className="chat-row-help" data-indicator="help">
        {INDICATOR_TITLES.help}
      </span>
    ),
    meaning: 'Nobody has this chat yet.',
  },
  {
    mark: (
      <span className="chat-row-help" data-indicator="pending">
        {INDICATOR_TITLES.pending}
      </span>
    ),
    meaning: 'Dashed: an agent has it.',
  },
  {
    mark: <Dot indicator="active" />,
    meaning: 'Online: the guest wrote within the last 30 minutes.',
  },
  { mark: <Dot indicator="inactive" />, meaning: 'Offline: longer ago.' },
  { mark: <Icon name="pause" size={13} />, meaning: 'Paused: by whom, and since when.' },
  { mark: <Icon name="play" size={13} />, meaning: 'The bot answers.' },
  { mark: <Icon name="chat" size={13} />, meaning: 'How many messages there are.' },
  { mark: <span className="chat-row-unread" />, meaning: 'Unread.' },
  { mark: <Tag tone="wait">1 unsent · waiting</Tag>, meaning: 'Goes out by itself.' },
  { mark: <Tag tone="help">1 unsent · needs you</Tag>, meaning: 'Open the chat to decide.' },
  {
    mark: <Tag tone="help">quiet 30 min</Tag>,
    meaning: 'You hold it and nothing is written: return it to the bot?',
  },
]

interface LegendProps {
  search: MessengerSearch
  chatId: string | undefined
  needHelp: number
}

/** The filters with what they mean, and the marks of the rows in words. */
export function Legend({ search, chatId, needHelp }: LegendProps) {
  return (
    <>
      <ul className={styles.filters}>
        {LEGEND.map(({ filter, label }) => (
          <li key={filter}>
            <FilterLink
              chatId={chatId}
              search={{ ...search, chatFilter: filter }}
              isOn={filter === search.chatFilter}
              describedBy={`legend-${filter}`}
            >
              <span>{label}</span>
              {filter === 'needs-help' && <HelpCount count={needHelp} />}
            </FilterLink>
            <span id={`legend-${filter}`}>{MEANINGS[filter]}</span>
          </li>
        ))}
      </ul>
      <h2 className={styles.title}>Marks</h2>
      <dl className={styles.marks}>
        {MARKS.map(({ mark, meaning }) => (
          <div key={meaning}>
            <dt>{mark}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Dot({ indicator }: { indicator: 'active' | 'inactive' }) {
  return <span className="chat-row-dot" data-indicator={indicator} />
}

function Tag({ tone, children }: { tone: 'wait' | 'help'; children: ReactNode }) {
  return (
    <span className="chat-row-tag" data-tone={tone}>
      {children}
    </span>
  )
}
