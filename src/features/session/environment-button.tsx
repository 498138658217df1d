import { Icon } from '#src/ui/icon.tsx'
import styles from './environment-button.module.css'
import type { EnvironmentMenuProps } from './environment-menu.tsx'
import { LateMenu } from './late-menu.tsx'

const loadMenu = () => import('./environment-menu.tsx').then((module) => module.EnvironmentMenu)

/** The admin's environment switcher (specification section 2, Header). */
export function EnvironmentButton(props: EnvironmentMenuProps) {
  const { current } = props.environments
  return (
    <LateMenu
      load={loadMenu}
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
