import type { ReactNode } from 'react'
import { formatNumber } from './write-figures.ts'
import styles from './figures.module.css'

/** Single figures beside each other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  name: string
  /** A number, or what it is in words; null: not known. */
  value: number | string | null
  /** What the figure is, in one sentence. */
  explanation: string
  /** How it differs from the period before, in words. */
  change?: string
}

export function Fact({ name, value, explanation, change }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={styles.value}>
        {value === null ? (
          <span title="Not known">–</span>
        ) : typeof value === 'number' ? (
          formatNumber(value)
        ) : (
          value
        )}
      </dd>
      {change !== undefined && <dd className={styles.change}>{change}</dd>}
      <dd className={styles.note}>{explanation}</dd>
    </div>
  )
}
