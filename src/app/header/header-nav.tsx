import { useCallback } from 'react'
import { MessengerLink } from '#src/features/messenger/messenger-link.tsx'
import { WHOLE_LIST } from '#src/features/messenger/search.ts'
import { UnsentLink } from '#src/features/session/unsent-link.tsx'
import type { Screen } from '#src/domain/screens.ts'
import { useLocation } from '#src/lib/address.ts'
import { createDeferred } from '#src/lib/deferred.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { ScreenLink } from '#src/ui/address-link.tsx'
import { joinClasses } from '#src/ui/button.tsx'
import { DeferredMenu } from '#src/ui/deferred-menu.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { arrangeBar } from './arrange-bar.ts'
import styles from './header-nav.module.css'
import { CHANNELS, useConversations } from './use-conversations.ts'
import { useScreens } from '../use-screens.ts'

const ICONS: Partial<Record<Screen['id'], IconName>> = {
  answers: 'answers',
  campaigns: 'campaign',
  intents: 'branch',
  tickets: 'ticket',
}

const moreMenu = createDeferred(() => import('./more-menu.tsx').then((module) => module.MoreMenu))
const NOTHING = {}
/** Where the way between the screens is a bar at the thumb: as in header-nav.module.css. */
const IS_BAR = '(max-width: 799px)'
/** Where the header has no room for an admin's links beside everything else. */
const IS_SHORT = '(max-width: 1279px)'

/** The way between the screens that this person may open: in the header, and on a phone at the thumb. */
export function HeaderNav() {
  const main = useScreens('main')
  const [config] = useScreens('config')
  const isBar = useMedia(IS_BAR)
  const isShort = useMedia(IS_SHORT)
  const bar = arrangeBar(main, config ? 1 : 0)
  const hidden = isShort ? bar.hidden : []
  const shown = isBar || hidden.length > 0 ? bar.shown : main
  return (
    // What is hidden here is in the menu of More.
    <nav className={joinClasses(styles.nav, hidden.length > 0 && styles.isShort)} aria-label="Main">
      {shown.map((screen) => (
        <NavLink key={screen.id} screen={screen} />
      ))}
      {hidden.length > 0 ? (
        <More hidden={hidden} />
      ) : (
        config && (
          <ScreenLink to={config.path} className={joinClasses(styles.link, styles.cog)} aria-label="Config">
            <Icon name="cog" size={18} />
          </ScreenLink>
        )
      )}
    </nav>
  )
}

/** All screens in a menu: a bar of more than a few of them is out of a thumb's reach. */
function More({ hidden }: { hidden: readonly Screen[] }) {
  const paths = hidden.map(({ path }) => path).join(' ')
  const isHere = useLocation(
    useCallback(
      ({ pathname }) => ['/config/', ...paths.split(' ')].some((path) => pathname.startsWith(path)),
      [paths],
    ),
  )
  return (
    <div className={styles.more}>
      <DeferredMenu
        menu={moreMenu}
        given={NOTHING}
        button={
          <button
            type="button"
            className={joinClasses(styles.link, isHere && styles.isActive)}
            aria-current={isHere ? 'true' : undefined}
          >
            <Icon name="more" size={18} />
            <span>More</span>
          </button>
        }
      />
    </div>
  )
}

function NavLink({ screen }: { screen: Screen }) {
  switch (screen.id) {
    case 'messenger':
      return <ConversationLinks title={screen.title} />
    case 'unsent':
      return (
        <UnsentLink className={styles.link} activeClassName={styles.isActive} countClassName={styles.count} />
      )
    default:
      return (
        <ScreenLink to={screen.path} className={styles.link} activeClassName={styles.isActive}>
          <Icon name={ICONS[screen.id] ?? 'file'} size={18} />
          <span>{screen.title}</span>
        </ScreenLink>
      )
  }
}

function ConversationLinks({ title }: { title: string }) {
  const { chatId, chatFilter, chatType } = useConversations()
  return (
    <>
      <MessengerLink
        chatId={chatId}
        search={WHOLE_LIST}
        className={joinClasses(styles.link, chatType !== null && styles.isActive)}
        aria-current={chatType === null ? undefined : 'page'}
      >
        <Icon name="chat" size={18} />
        <span>{title}</span>
      </MessengerLink>
      <div className={styles.channels} role="group" aria-label="Channels">
        {CHANNELS.map((channel) => (
          <MessengerLink
            key={channel.chatType}
            chatId={chatId}
            search={{ chatFilter, chatType: channel.chatType }}
            className={joinClasses(styles.channel, channel.chatType === chatType && styles.isChosen)}
            aria-current={channel.chatType === chatType ? 'true' : undefined}
          >
            {channel.label}
          </MessengerLink>
        ))}
      </div>
    </>
  )
}
