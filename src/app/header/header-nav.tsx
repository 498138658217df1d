import { Link } from '@tanstack/react-router'
import { WHOLE_LIST } from '#src/features/messenger/search.ts'
import { UnsentLink } from '#src/features/session/unsent-link.tsx'
import type { Screen } from '#src/domain/screens.ts'
import { joinClasses } from '#src/ui/button.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { ConversationLink } from './conversation-link.tsx'
import styles from './header-nav.module.css'
import { CHANNELS, useConversations } from './use-conversations.ts'
import { useScreens } from '../use-screens.ts'

const ACTIVE = { className: styles.isActive ?? '' }
const ICONS: Partial<Record<Screen['id'], IconName>> = {
  answers: 'answers',
  intents: 'branch',
  tickets: 'ticket',
}

/** The way between the screens that this person may open: in the header, and on a phone at the thumb. */
export function HeaderNav() {
  const main = useScreens('main')
  const [config] = useScreens('config')
  return (
    <nav className={styles.nav} aria-label="Main">
      {main.map((screen) => (
        <NavLink key={screen.id} screen={screen} />
      ))}
      {config && (
        <Link to={config.path} className={joinClasses(styles.link, styles.cog)} aria-label="Config">
          <Icon name="cog" size={18} />
        </Link>
      )}
    </nav>
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
        <Link to={screen.path} className={styles.link} activeProps={ACTIVE}>
          <Icon name={ICONS[screen.id] ?? 'file'} size={18} />
          <span>{screen.title}</span>
        </Link>
      )
  }
}

function ConversationLinks({ title }: { title: string }) {
  const { chatId, chatFilter, chatType } = useConversations()
  return (
    <>
      <ConversationLink
        chatId={chatId}
        search={WHOLE_LIST}
        className={joinClasses(styles.link, chatType !== null && styles.isActive)}
        aria-current={chatType === null ? undefined : 'page'}
      >
        <Icon name="chat" size={18} />
        <span>{title}</span>
      </ConversationLink>
      <div className={styles.channels} role="group" aria-label="Channels">
        {CHANNELS.map((channel) => (
          <ConversationLink
            key={channel.chatType}
            chatId={chatId}
            search={{ chatFilter, chatType: channel.chatType }}
            className={joinClasses(styles.channel, channel.chatType === chatType && styles.isChosen)}
            aria-current={channel.chatType === chatType ? 'true' : undefined}
          >
            {channel.label}
          </ConversationLink>
        ))}
      </div>
    </>
  )
}
