import { useId } from 'react'
import type { StaffMember } from '#src/contract/staff.ts'
import type { Shift } from '#src/domain/duty/shift.ts'
import { drawWeek, isNobody } from '#src/domain/duty/week.ts'
import { useNow } from '#src/ui/list/use-now.ts'
import {
  describeOnDuty,
  describeStretch,
  describeWeekHour,
  formatWeekDay,
  listGaps,
  summarizeWeek,
} from './describe-week.ts'
import styles from './week-picture.module.css'

/** Hours that are named above the picture. */
const NAMED_HOURS = [
  { hour: 0, label: '12 AM' },
  { hour: 6, label: '6 AM' },
  { hour: 12, label: '12 PM' },
  { hour: 18, label: '6 PM' },
]
const LEGEND = [
  { cover: 'all', label: 'Somebody on duty' },
  { cover: 'part', label: 'For a part of the hour' },
  { cover: 'nobody', label: 'Nobody' },
] as const

interface WeekPictureProps {
  shifts: readonly Shift[]
  staff: readonly StaffMember[] | undefined
  timeZone: string
}

/** The week from today on: when who is on duty and when nobody is, as a picture and in words. */
export function WeekPicture({ shifts, staff, timeZone }: WeekPictureProps) {
  const now = useNow()
  const id = useId()
  const isThere = (userId: string) => staff?.some((person) => person.id === userId) ?? true
  const week = drawWeek(shifts, { now: new Date(now), timeZone, isThere })
  const summary = summarizeWeek(week, shifts, now)
  const gaps = shifts.length === 0 ? [] : listGaps(week, now)
  const ahead = week.stretches.filter(({ who, to }) => !isNobody(who) && to > now)
  return (
    <section className={styles.week} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>The next seven days</h2>
      <p id={`${id}-words`}>{summary}</p>
      <div className={styles.picture} role="img" aria-labelledby={`${id}-title ${id}-words`}>
        <div className={styles.hours}>
          {NAMED_HOURS.map(({ hour, label }) => (
            <span key={hour} style={{ gridColumn: `${hour + 2} / span 6` }}>
              {label}
            </span>
          ))}
        </div>
        {week.days.map(({ day, hours }) => (
          <div key={day} className={styles.day}>
            <span className={styles.name}>{formatWeekDay(day)}</span>
            {hours.map((hour) => (
              <i key={hour.hour} data-cover={hour.cover} title={describeWeekHour(hour, staff)} />
            ))}
          </div>
        ))}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {LEGEND.map(({ cover, label }) => (
          <li key={cover}>
            <i data-cover={cover} />
            <span>{label}</span>
          </li>
        ))}
        <li>{`Times in ${timeZone.replaceAll('_', ' ')}`}</li>
      </ul>
      {gaps.length > 0 && (
        <>
          <h3 id={`${id}-gaps`}>Nobody on duty</h3>
          <ul className={styles.list} aria-labelledby={`${id}-gaps`}>
            {gaps.map((gap) => (
              <li key={gap.from}>{describeStretch(gap, timeZone)}</li>
            ))}
          </ul>
        </>
      )}
      {shifts.length > 0 && ahead.length > 0 && (
        <details>
          <summary>Who is on duty when</summary>
          <ul className={styles.list}>
            {ahead.map((stretch) => (
              <li
                key={stretch.from}
              >{`${describeStretch(stretch, timeZone)}: ${describeOnDuty(stretch.who, staff)}`}</li>
            ))}
          </ul>
        </details>
      )}
      {shifts.some(({ frequency, setAt }) => frequency === 'Run Once' && setAt === null) && (
        <p>This environment does not say when a shift that runs once does so: it is not in the picture.</p>
      )}
    </section>
  )
}
