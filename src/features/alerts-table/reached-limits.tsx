import type { Delivery } from '#src/contract/deliveries.ts'
import { describeAgo, formatTip } from '#src/ui/list/nice-date.ts'
import { useNow } from '#src/ui/list/use-now.ts'
import styles from './alerts-page.module.css'
import { describeLimit, listReachedLimits } from './describe-limits.ts'

const SHOWN = 3

/** Says quietly whose limit was reached lately. Nothing is wrong: what was beyond it comes together. */
export function ReachedLimits({ rows }: { rows: readonly Delivery[] | undefined }) {
  const now = useNow()
  const limits = listReachedLimits(rows ?? [], now)
  const others = limits.length - SHOWN
  return limits.length === 0 ? null : (
    <div className={styles.limits} role="status">
      {limits.slice(0, SHOWN).map(({ key, alertName, type, sendTo, at, guests }) => (
        <p key={key}>
          <span>{'Limit reached '}</span>
          <time dateTime={new Date(at).toISOString()} title={formatTip(at)}>
            {describeAgo(Math.min(at, now), now)}
          </time>
          <span>{': '}</span>
          <b dir="auto">{alertName || 'Alert without a name'}</b>
          <span>{` sends ${describeLimit(type)} to `}</span>
          <span dir="auto">{sendTo}</span>
          <span>
            {` at most. ${guests === 1 ? '1 guest beyond it is' : `${guests} guests beyond it are`} ` +
              'reported together.'}
          </span>
        </p>
      ))}
      {others > 0 && (
        <p>
          {`${others === 1 ? '1 more recipient' : `${others} more recipients`} reached a limit: see the ` +
            'log below.'}
        </p>
      )}
    </div>
  )
}
