import { useCallback, useEffect, useRef, useState, type ComponentProps } from 'react'
import { goTo, useAddress } from '#src/lib/address.ts'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { DESKTOP_MEDIA } from '#src/ui/media.ts'
import type { GuestMenu } from './guest/guest-menu-button.tsx'
import { ChatListPanel } from './list/chat-list-panel.tsx'
import type { ChatRowsHandle } from './list/chat-rows.tsx'
import styles from './messenger-page.module.css'
import { describeMessengerAddress, isMessenger, readChatId, type MessengerSearch } from './search.ts'
import { ThreadSkeleton } from './thread/thread-skeleton.tsx'
import { createStore, type Store } from '#src/lib/store.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { useStore } from '#src/lib/use-store.ts'

const ThreadPane = createDeferredPart(
  () => import('./thread/thread-pane.tsx').then((module) => module.ThreadPane),
  {
    name: 'The conversation',
    waiting: <ThreadSkeleton />,
  },
)
const GuestCard = createDeferredPart(
  () => import('./guest/guest-card.tsx').then((module) => module.GuestCard),
  {
    name: 'The guest card',
  },
)
const MessengerKeys = createDeferredPart(() =>
  import('./messenger-keys.tsx').then((module) => module.MessengerKeys),
)

/** Fetches the columns beside the list. Where one does not arrive, drawing it tries again. */
export function preloadColumns(): Promise<unknown> {
  return Promise.all([ThreadPane.preload(), GuestCard.preload()])
}

/** With this much room the guest card stands beside list and thread. */
const THREE_COLUMNS = '(min-width: 1180px)'
/** How long the first screen has for itself before the other columns are fetched. */
const PRELOAD_AFTER_MS = 1_500

interface MessengerPageProps {
  chatId: string | undefined
  search: MessengerSearch
  onOpenPalette(): void
  guestMenu: GuestMenu
}

/** List, thread and guest card; on a phone one at a time. */
export function MessengerPage({ chatId, search, onOpenPalette, guestMenu }: MessengerPageProps) {
  const { history } = useAddress()
  const isSideBySide = useMedia(DESKTOP_MEDIA)
  const hasThreeColumns = useMedia(THREE_COLUMNS)
  const [newest, setNewest] = useState<string | undefined>(undefined)
  const onNewest = useCallback((id: string) => setNewest(id), [])
  const [deleted, setDeleted] = useState<string | undefined>(undefined)
  usePreload(newest !== undefined)
  const rows = useRef<ChatRowsHandle>(null)
  const [settled] = useState(() => createStore<string | undefined>(undefined))

  // On a desktop the newest chat is opened by itself (specification section 2).
  const { chatFilter, chatType } = search
  useEffect(() => {
    if (chatId !== undefined || newest === undefined || !isSideBySide) return
    // The list loses it by the sync, a moment later.
    if (newest === deleted) return
    // What was chosen a moment ago, a chat or another screen, is in the address before it is drawn.
    const { location } = history
    if (!isMessenger(location) || readChatId(location) !== undefined) return
    goTo(history, describeMessengerAddress(newest, { chatFilter, chatType }), { replace: true })
  }, [chatId, newest, deleted, isSideBySide, history, chatFilter, chatType])

  function leaveDeleted(id: string) {
    setDeleted(id)
    // Whoever has gone on to another chat stays there.
    if (readChatId(history.location) !== id) return
    goTo(history, describeMessengerAddress(undefined, { chatFilter, chatType }), { replace: true })
  }

  const screen = chatId === undefined ? 'list' : search.panel === 'guest' ? 'guest' : 'thread'
  const showsCard = chatId !== undefined && (hasThreeColumns || screen === 'guest')
  return (
    // On a phone just the column that the screen is named for shows, and has the focus of a link that left with its own.
    <main className={styles.messenger} data-screen={screen}>
      <div className={styles.list} data-column="list">
        <ChatListPanel
          search={search}
          chatId={chatId}
          onNewest={onNewest}
          rows={rows}
          onOpenPalette={onOpenPalette}
        />
      </div>
      <div className={styles.thread} data-column="thread">
        {chatId === undefined ? (
          <p className={styles.none}>Choose a chat to read it.</p>
        ) : (
          <ThreadPane key={chatId} chatId={chatId} search={search} onSettled={settled.set} />
        )}
      </div>
      <div className={styles.guest} data-column="guest">
        {showsCard && (
          <SettledCard
            key={chatId}
            settled={settled}
            isAskedFor={screen === 'guest'}
            chatId={chatId}
            search={search}
            menu={guestMenu}
            onDeleted={() => leaveDeleted(chatId)}
          />
        )}
      </div>
      {newest !== undefined && <MessengerKeys rows={rows} chatId={chatId} />}
    </main>
  )
}

interface SettledCardProps extends ComponentProps<typeof GuestCard> {
  /** The chat whose words are on the screen: what else belongs to it is read after them. */
  settled: Store<string | undefined>
  /** The card itself is what the person wants to see. */
  isAskedFor: boolean
}

function SettledCard({ settled, isAskedFor, ...card }: SettledCardProps) {
  const id = useStore(settled)
  return (isAskedFor || id === card.chatId) && <GuestCard {...card} />
}

/** Fetches the other columns once the list is there, so that the first tap on a phone does not wait for them. */
function usePreload(isListThere: boolean): void {
  useEffect(() => {
    if (!isListThere) return undefined
    const timer = window.setTimeout(() => void preloadColumns(), PRELOAD_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [isListThere])
}
