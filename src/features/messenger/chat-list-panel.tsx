import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { ChatQuery } from '#src/db/mirror/chats.ts'
import type { ChatFilter } from '#src/domain/chats/filters.ts'
import { logger } from '#src/lib/logger.ts'
import { Icon } from '#src/ui/icon.tsx'
import { joinClasses } from '#src/ui/button.tsx'
import styles from './chat-list-panel.module.css'
import { ChatRows } from './chat-rows.tsx'
import type { MessengerSearch } from './search.ts'
import { useCounters } from './use-counters.ts'
import { useEnvironmentNow } from './use-now.ts'

const CHIPS: readonly { filter: ChatFilter; label: string }[] = [
  { filter: 'all', label: 'All States' },
  { filter: 'needs-help', label: 'Needs help' },
  { filter: 'paused', label: 'Paused' },
  { filter: 'active', label: 'Active' },
  { filter: 'idle', label: 'Idle' },
  { filter: 'inactive', label: 'Inactive' },
]
const TYPE_LABELS = { all: 'All', sms: 'SMS', facebook: 'Facebook' } as const

interface ChatListPanelProps {
  search: MessengerSearch
  chatId: string | undefined
  /** Told of the newest chat of the list, for whoever opens it by itself. */
  onNewest(chatId: string): void
}

/** The messenger's left column: search, filters, counters and the virtual list. */
export function ChatListPanel({ search, chatId, onNewest }: ChatListPanelProps) {
  const workspace = useWorkspace()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isShowingAll, setShowingAll] = useState(false)
  const now = useEnvironmentNow()
  const counters = useCounters(now)
  const query: ChatQuery = {
    filter: search.chatFilter,
    type: search.chatType,
    search: useDeferredValue(typed),
    isShowingAll,
    now,
  }

  // As in every other inbox: Ctrl+K, or Command+K on a Mac.
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', jump)
    return () => window.removeEventListener('keydown', jump)
  }, [])

  function toggleAll() {
    setShowingAll(!isShowingAll)
    if (isShowingAll) return
    askFor(workspace, { kind: 'all-chats' }, Date.now()).catch((error: unknown) =>
      logger.warn('all chats could not be asked for', { error }),
    )
  }

  return (
    <section className={styles.panel} aria-label="Conversations">
      <div className={styles.tools}>
        <label className={styles.search}>
          <Icon name="search" size={18} />
          <input
            ref={field}
            type="search"
            aria-keyshortcuts="Control+K Meta+K"
            placeholder="Search user..."
            aria-label="Search user..."
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <kbd aria-hidden="true">Ctrl K</kbd>
        </label>
        <nav className={styles.chips} aria-label="Filters">
          {CHIPS.map(({ filter, label }) => (
            <Link
              key={filter}
              to={chatId === undefined ? '/messenger' : '/messenger/$chatId'}
              params={chatId === undefined ? {} : { chatId }}
              search={{ ...search, chatFilter: filter }}
              className={joinClasses(styles.chip, filter === search.chatFilter && styles.isOn)}
              aria-current={filter === search.chatFilter ? 'true' : undefined}
            >
              {label}
              {filter === 'needs-help' && counters !== undefined && counters.needHelp > 0 && (
                <b title={`${counters.needHelp} need help`}>{` ${counters.needHelp}`}</b>
              )}
            </Link>
          ))}
          {search.chatType !== 'all' && (
            <Link
              to={chatId === undefined ? '/messenger' : '/messenger/$chatId'}
              params={chatId === undefined ? {} : { chatId }}
              search={{ ...search, chatType: 'all' }}
              className={joinClasses(styles.chip, styles.isOn)}
              aria-label={`Only ${TYPE_LABELS[search.chatType]}, show all channels`}
            >
              {TYPE_LABELS[search.chatType]} <Icon name="close" size={12} />
            </Link>
          )}
        </nav>
        <div className={styles.counts}>
          <span className={styles.counter}>
            {counters === undefined
              ? '\u00a0'
              : `Active: Agents: ${counters.agents} / Users: ${counters.users}`}
          </span>
          <button type="button" className={styles.all} aria-pressed={isShowingAll} onClick={toggleAll}>
            Show All
          </button>
        </div>
      </div>
      <ChatRows
        query={query}
        search={search}
        chatId={chatId}
        hasBeenRead={counters?.syncedAt != null}
        onNewest={onNewest}
      />
    </section>
  )
}
