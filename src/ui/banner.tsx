import type { ReactNode } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import styles from './banner.module.css'
import { Icon } from './icon.tsx'

interface BannerProps {
  tone: 'info' | 'warning' | 'bad'
  children: ReactNode
  /** What can be done about it. */
  action?: Elements
  /** Half as high, for what is there all the time. */
  isSlim?: boolean
}

/** One line across the screen that stays until its cause is gone. */
export function Banner({ tone, children, action, isSlim = false }: BannerProps) {
  return (
    <div
      className={styles.banner}
      data-tone={tone}
      data-slim={isSlim}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon name={tone === 'info' ? 'bell' : 'warning'} size={isSlim ? 14 : 18} />
      <span className={styles.words}>{children}</span>
      {action}
    </div>
  )
}
