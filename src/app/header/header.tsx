import { ConnectionPill } from '#src/features/session/connection-pill.tsx'
import { DeferredMenu } from '#src/ui/deferred-menu.tsx'
import { EnvironmentButton } from '#src/features/session/environment-button.tsx'
import { LoadingIndicator } from '#src/features/session/loading-indicator.tsx'
import { SoundToggle } from '#src/features/session/sound-toggle.tsx'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { hasRole } from '#src/domain/roles.ts'
import { createDeferred } from '#src/lib/deferred.ts'
import { VERSION } from '#src/lib/version.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useApp } from '../app-context.ts'
import { HeaderNav } from './header-nav.tsx'
import styles from './header.module.css'

const menu = createDeferred(() => import('./header-menu.tsx').then((module) => module.HeaderMenu))
const NOTHING = {}

/** The header by role (specification section 2): admins get the environment and the version beside the fixed logo. */
export function Header() {
  const { environments, preferences, readElsewhere } = useApp()
  const { role } = useWorkspace().user
  return (
    <header className={styles.header}>
      <div className={styles.logo}>
        <span className={styles.mark}>
          <Icon name="bell" size={18} />
        </span>
        <span className={styles.name}>Bellhop</span>
      </div>
      {hasRole(role, 'admin') && (
        <div className={styles.admin}>
          <EnvironmentButton environments={environments} readElsewhere={readElsewhere} />
          <span className={styles.version}>{VERSION}</span>
        </div>
      )}
      <HeaderNav />
      <div className={styles.status}>
        <LoadingIndicator className={styles.loading} />
        <ConnectionPill />
      </div>
      <SoundToggle onChoose={preferences.chooseSound} />
      <DeferredMenu menu={menu} given={NOTHING} button={<IconButton icon="menu" label="Menu" />} />
    </header>
  )
}
