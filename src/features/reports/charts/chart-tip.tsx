import styles from './charts.module.css'

interface ChartTipProps {
  name: string
  value: number
  /** What is counted: `messages`. */
  unit: string
}

const written = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** What the pointer is at. */
export function ChartTip({ name, value, unit }: ChartTipProps) {
  return (
    <div className={styles.tip}>
      <span dir="auto">{name}</span>
      <span>{': '}</span>
      <b>{written.format(value)}</b>
      <span>{` ${unit}`}</span>
    </div>
  )
}
