import { useDeferredValue, useEffect, useRef, useState, type RefObject } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { isAlarmBlocked } from '#src/features/messenger/list/alarm-blocked.ts'
import { logger } from '#src/lib/logger.ts'
import { readPreference, storePreference } from '#src/lib/preference.ts'
import { createDeferred } from '#src/lib/deferred.ts'
import { useDeferred } from '#src/lib/use-deferred.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Icon } from '#src/ui/icon.tsx'
import { joinClasses } from '#src/ui/button.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { MissingPart } from '#src/ui/missing-part.tsx'
import styles from './chat-list-panel.module.css'
import { ChatRows, type ChatRowsHandle } from './chat-rows.tsx'
import { FilterLink, HelpCount } from './filter-link.tsx'
import { FILTERS } from './filters.ts'
import { SearchField } from './search-field.tsx'
import type { MessengerSearch } from '../search.ts'
import type { ListQuery } from './use-chat-list.ts'
import { useCounters } from './use-counters.ts'

const legend = createDeferred(() => import('./legend.tsx').then((module) => module.Legend))
const SoundOffer = createDeferredPart(() => import('./sound-offer.tsx').then((module) => module.SoundOffer))
const FoundElsewhere = createDeferredPart(
  () => import('./search-hits.tsx').then((module) => module.FoundElsewhere),
  { name: 'The search in messages' },
)

const TYPE_LABELS = { all: 'All', sms: 'SMS', facebook: 'Facebook' } as const
const LEGEND_OPEN = 'legend-open'

interface ChatListPanelProps {
  search: MessengerSearch
  chatId: string | undefined
  /** Told of the newest chat of the list, for whoever opens it by itself. */
  onNewest(chatId: string): void
  /** The list, for the keyboard. */
  rows: RefObject<ChatRowsHandle | null>
  onOpenPalette(): void
}

/** The messenger's left column: search, filters, counters and the virtual list. */
export function ChatListPanel({ search, chatId, onNewest, rows, onOpenPalette }: ChatListPanelProps) {
  const workspace = useWorkspace()
  const [typed, setTyped] = useState('')
  const [isShowingAll, setShowingAll] = useState(false)
  const counters = useCounters()
  const text = useDeferredValue(typed)
  const isSoundBlocked = useStore(isAlarmBlocked)
  const query: ListQuery = {
    filter: search.chatFilter,
    type: search.chatType,
    search: text,
    isShowingAll,
  }

  function toggleAll() {
    setShowingAll(!isShowingAll)
    if (isShowingAll) return
    import('#src/actions/open-chat.ts')
      .then(({ askFor }) => askFor(workspace, { kind: 'all-chats' }, Date.now()))
      .catch((error: unknown) => logger.warn('all chats could not be asked for', { error }))
  }

  const hasBeenRead = counters?.syncedAt != null
  const isNewestKnown = counters?.isNewestKnown === true
  return (
    <section className={styles.panel} aria-label="Conversations" aria-busy={!hasBeenRead}>
      <div className={styles.tools}>
        <SearchField
          value={typed}
          onChange={setTyped}
          onLeaveDown={() => rows.current?.moveFocus(1)}
          onOpenPalette={onOpenPalette}
        />
        <Filters search={search} chatId={chatId} needHelp={counters?.needHelp ?? 0} />
        {isSoundBlocked && <SoundOffer />}
        <div className={styles.counts}>
          <span className={styles.counter}>
            {isNewestKnown ? `Active: Agents: ${counters.agents} / Users: ${counters.users}` : '\u00a0'}
          </span>
          <button type="button" className={styles.all} aria-pressed={isShowingAll} onClick={toggleAll}>
            Show All
          </button>
        </div>
      </div>
      <ChatRows
        query={query}
        isTyping={typed !== text}
        search={search}
        chatId={chatId}
        hasBeenRead={hasBeenRead}
        isNewestKnown={isNewestKnown}
        onNewest={onNewest}
        ref={rows}
      >
        {text.trim() !== '' && <FoundElsewhere text={text} search={search} chatId={chatId} />}
      </ChatRows>
    </section>
  )
}

interface FiltersProps {
  search: MessengerSearch
  chatId: string | undefined
  needHelp: number
}

/** The filters in one line or, opened, as the legend that explains them and the marks of the rows. */
function Filters({ search, chatId, needHelp }: FiltersProps) {
  const nav = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(() => readPreference(LEGEND_OPEN, false))
  const opened = useDeferred(legend, { isAsked: isOpen })
  const Legend = opened.value

  // The filter that is on may be further along the line than there is room. Where that begins is on the screen by itself, and to
  // look costs the first drawing a layout.
  const wasMoved = useRef(false)
  useEffect(() => {
    if (!wasMoved.current && search.chatFilter === FILTERS[0]?.filter) return
    wasMoved.current = true
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [search.chatFilter, isOpen])

  function toggle() {
    storePreference(LEGEND_OPEN, !isOpen)
    setOpen(!isOpen)
  }

  return (
    <div className={joinClasses(styles.filters, isOpen && styles.isOpen)}>
      <nav ref={nav} id="filters" className={isOpen ? styles.legend : styles.chips} aria-label="Filters">
        {isOpen && Legend !== null ? (
          <Legend search={search} chatId={chatId} needHelp={needHelp} />
        ) : (
          FILTERS.map(({ filter, label }) => (
            <FilterLink
              key={filter}
              chatId={chatId}
              search={{ ...search, chatFilter: filter }}
              isOn={filter === search.chatFilter}
            >
              <span>{label}</span>
              {filter === 'needs-help' && <HelpCount count={needHelp} />}
            </FilterLink>
          ))
        )}
        {isOpen && Legend === null && opened.failures > 0 && <MissingPart name="The legend" part={opened} />}
        {search.chatType !== 'all' && (
          <FilterLink
            chatId={chatId}
            search={{ ...search, chatType: 'all' }}
            isOn
            label={`Only ${TYPE_LABELS[search.chatType]}, show all channels`}
          >
            <span>{`${TYPE_LABELS[search.chatType]} `}</span>
            <Icon name="close" size={12} />
          </FilterLink>
        )}
      </nav>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="filters"
        title={isOpen ? 'Hide the legend' : 'What the filters and marks mean'}
        onClick={toggle}
      >
        <span>{'Legend '}</span>
        <Icon name="down" size={12} />
      </button>
    </div>
  )
}
