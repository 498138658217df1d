import type { ServiceReport } from '#src/contract/reports.ts'
import { rangeBefore } from '#src/domain/reports/date-range.ts'
import { readShifts } from '../../push/duty.ts'
import { readBotConfigs } from '../../store/configuration/bot-configs.ts'
import type { ReportDays } from '../../store/reports/report-days.ts'
import { readServiceFigures } from '../../store/reports/service-figures.ts'
import { readServiceLists } from '../../store/reports/service-report.ts'
import type { Db } from '../../store/store.ts'
import { meanOnDuty } from './duty-hours.ts'

const DAYS_PER_WEEK = 7
const HOURS_PER_DAY = 24

/** How guests were served in these days, with as many days before beside it (CONTRACT section 6, `reports`). */
export async function readServiceReport(db: Db, days: ReportDays): Promise<ServiceReport> {
  const period = await readServiceFigures(db, days)
  const before = await readServiceFigures(db, { ...days, ...rangeBefore(days) })
  const lists = await readServiceLists(db, days)
  const shifts = readShifts(await readBotConfigs(db, 'agentOnDuty'), days.timeZone)
  const users = await db.selectFrom('users').select('id').execute()
  const onDuty = meanOnDuty(
    shifts,
    users.map(({ id }) => id),
    days,
  )
  const messages = new Map(
    lists.byHourOfWeek.map((row) => [row.day * HOURS_PER_DAY + row.hour, row.messages]),
  )
  const byHourOfWeek = Array.from({ length: DAYS_PER_WEEK * HOURS_PER_DAY }, (_, place) => ({
    day: Math.floor(place / HOURS_PER_DAY),
    hour: place % HOURS_PER_DAY,
    messages: messages.get(place) ?? 0,
    onDuty: onDuty[place] ?? 0,
  }))
  return { ...lists, period, before, byHourOfWeek }
}
