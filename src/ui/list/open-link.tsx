import type { MouseEvent, ReactNode } from 'react'
import { joinClasses } from '../button.tsx'
import buttons from '../button.module.css'
import styles from './rows/list-rows.module.css'

interface OpenLinkProps {
  url: string
  label: string
  /** A word among others unless it says otherwise. */
  look?: 'link' | 'button'
  navigate(url: string): void
  children: ReactNode
}

/** A link within the console: it has an address of its own, for a new tab, and opens here without loading the page anew. */
export function OpenLink({ url, label, look = 'link', navigate, children }: OpenLinkProps) {
  function onClick(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(url)
  }
  return (
    <a
      href={url}
      aria-label={label}
      className={
        look === 'link' ? styles.link : joinClasses(buttons.button, buttons.primary, styles.openButton)
      }
      onClick={onClick}
    >
      {children}
    </a>
  )
}
