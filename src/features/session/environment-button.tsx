import { createDeferred } from '#src/lib/deferred.ts'
import { Icon } from '#src/ui/icon.tsx'
import { DeferredMenu } from '#src/ui/deferred-menu.tsx'
import styles from './environment-button.module.css'
import type { EnvironmentMenuProps } from './environment-menu.tsx'

const menu = createDeferred(() => import('./environment-menu.tsx').then((module) => module.EnvironmentMenu))

/** The admin's environment switcher (specification section 2, Header). */
export function EnvironmentButton(props: EnvironmentMenuProps) {
  const { current } = props.environments
  return (
    <DeferredMenu
      menu={menu}
      given={props}
      button={
        <button type="button" className={styles.button} aria-label={`Environment: ${current.label}`}>
          <span>{current.label}</span>
          <Icon name="down" size={14} />
        </button>
      }
    />
  )
}
