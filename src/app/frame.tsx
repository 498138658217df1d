import { Link, Outlet, useParams } from '@tanstack/react-router'
import { AccountButton } from '#src/features/session/account-button.tsx'
import { ConnectionPill } from '#src/features/session/connection-pill.tsx'
import { UnsentLink } from '#src/features/session/unsent-link.tsx'
import { WHOLE_LIST } from '#src/features/messenger/search.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useApp } from './app-context.ts'
import { Banners } from './banners.tsx'
import styles from './frame.module.css'
import { useVisibleHeight } from './use-visible-height.ts'

/** The header, the banners and whichever screen the address names. */
export function Frame() {
  const app = useApp()
  useVisibleHeight()
  const chatId = useParams({ strict: false, select: (params) => params.chatId })
  return (
    <div className={styles.frame} data-chat={chatId !== undefined}>
      <header className={styles.header}>
        <div className={styles.logo}>
          <span className={styles.mark}>
            <Icon name="bell" size={18} />
          </span>
          <span className={styles.name}>Bellhop</span>
        </div>
        <nav className={styles.nav} aria-label="Main">
          <Link
            to="/messenger"
            search={WHOLE_LIST}
            className={styles.link}
            activeOptions={{ includeSearch: false }}
            activeProps={{ className: styles.isActive }}
          >
            <Icon name="chat" size={18} />
            <span>Conversations</span>
          </Link>
          <UnsentLink
            className={styles.link}
            activeClassName={styles.isActive}
            countClassName={styles.count}
          />
        </nav>
        <div className={styles.status}>
          <ConnectionPill />
        </div>
        <AccountButton isPersisted={useStore(app.isPersisted)} onSignOut={app.signOut} />
      </header>
      <div className={styles.banners}>
        <Banners />
      </div>
      <div className={styles.screen}>
        <Outlet />
      </div>
    </div>
  )
}
