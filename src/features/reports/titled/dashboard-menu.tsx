import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useId } from 'react'
import type { Dashboard } from './dashboards.ts'
import styles from '../reports.module.css'

interface DashboardMenuProps {
  dashboards: readonly Dashboard[]
  /** The one that is shown; null: none of them. */
  open: string | null
  /** Null: the page of our own reports. */
  onOpen(title: string | null): void
}

/** The titles of the reports that other systems make, beside our own. */
export function DashboardMenu({ dashboards, open, onOpen }: DashboardMenuProps) {
  const id = useId()
  return (
    <span className={styles.titles}>
      <label htmlFor={id}>Report</label>
      <NativeSelect
        className={styles.choice}
        id={id}
        value={open ?? ''}
        onChange={({ currentTarget: { value } }) => onOpen(value === '' ? null : value)}
      >
        <option value="">Reporting</option>
        {dashboards.map(({ title }) => (
          <option key={title} value={title}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </span>
  )
}
