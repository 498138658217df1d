import { isBlank } from '#src/domain/text/blank.ts'
import type { MessageReport } from '#src/contract/reports.ts'
import type { DateRange } from '#src/domain/reports/date-range.ts'
import { DayLine } from './charts/day-line.tsx'
import { nameHour, WEEKDAYS } from './charts/hour-words.ts'
import { NamedBars } from './charts/named-bars.tsx'
import { PlaceBars } from './charts/place-bars.tsx'
import { countColumn, dateColumn, textColumn } from './figures/columns.tsx'
import { FigureCard } from './figures/figure-card.tsx'
import { Pieces } from './figures/pieces.tsx'
import { useReport } from './online-queries.ts'
import { ReportBody } from './report-body.tsx'
import type { TabProps } from './tab-props.ts'

type Agent = MessageReport['byAgent'][number]
type Day = MessageReport['total'][number]
type Weekday = MessageReport['byDayOfWeek'][number]
type Hour = MessageReport['byHour'][number]

const BY_AGENT = [
  textColumn<Agent>('agent', 'Agent', nameAgent),
  countColumn<Agent>('messages', 'Messages', ({ messages }) => messages),
]
const BY_DAY_OF_WEEK = [
  textColumn<Weekday>('day', 'Day', ({ day }) => WEEKDAYS[day] ?? ''),
  countColumn<Weekday>('messages', 'Messages', ({ messages }) => messages),
]
const BY_HOUR = [
  textColumn<Hour>('hour', 'Hour', ({ hour }) => nameHour(hour)),
  countColumn<Hour>('messages', 'Messages', ({ messages }) => messages),
]
const BY_DATE = [
  dateColumn<Day>('date', 'Day', ({ date }) => date),
  countColumn<Day>('messages', 'Messages', ({ messages }) => messages),
]
/** Monday first. */
const WEEK_ORDER = 7
/** All 24 have no room on a phone. */
const HOUR_LABEL_EVERY = 6

/** Messages of the range by who wrote them and when (specification section 2). */
export function MessagesTab({ range }: TabProps) {
  const reading = useReport('message', range)
  return <ReportBody reading={reading} draw={(report) => <Messages {...report} range={range} />} />
}

interface MessagesProps {
  data: MessageReport
  unreadable: string[]
  range: DateRange
}

function Messages({ data, unreadable, range }: MessagesProps) {
  const days = `${range.from} to ${range.to}`
  const weekdays = [...data.byDayOfWeek].sort(
    (a, b) => ((a.day + 6) % WEEK_ORDER) - ((b.day + 6) % WEEK_ORDER),
  )
  const hours = [...data.byHour].sort((a, b) => a.hour - b.hour)
  return (
    <Pieces>
      <FigureCard
        title="Messages by agent"
        explanation="What each of the staff wrote to guests."
        fileName={`messages by agent ${days}`}
        columns={BY_AGENT}
        rows={data.byAgent}
        empty="None of the staff wrote to a guest in these days."
        isEmpty={data.byAgent.every(({ messages }) => messages === 0)}
        isPartial={unreadable.includes('byAgent')}
        chart={
          <NamedBars
            bars={data.byAgent.map((row) => ({ name: nameAgent(row), value: row.messages }))}
            unit="messages"
            noun="agents"
          />
        }
      />
      <FigureCard
        title="Messages by day of week"
        explanation="All messages of guests, staff and bot, by the weekday on which they were written."
        fileName={`messages by day of week ${days}`}
        columns={BY_DAY_OF_WEEK}
        rows={weekdays}
        empty="No messages in these days."
        isEmpty={weekdays.every(({ messages }) => messages === 0)}
        isPartial={unreadable.includes('byDayOfWeek')}
        chart={
          <PlaceBars
            bars={weekdays.map(({ day, messages }) => {
              const name = WEEKDAYS[day] ?? ''
              return { name, label: name.slice(0, 3), value: messages }
            })}
            unit="messages"
          />
        }
      />
      <FigureCard
        title="Messages by hour"
        explanation="All messages by the hour of the day in which they were written."
        fileName={`messages by hour ${days}`}
        columns={BY_HOUR}
        rows={hours}
        empty="No messages in these days."
        isEmpty={hours.every(({ messages }) => messages === 0)}
        isPartial={unreadable.includes('byHour')}
        chart={
          <PlaceBars
            bars={hours.map(({ hour, messages }) => ({
              name: nameHour(hour),
              label: hour % HOUR_LABEL_EVERY === 0 ? nameHour(hour) : '',
              value: messages,
            }))}
            unit="messages"
          />
        }
      />
      <FigureCard
        title="Total Messages"
        explanation="All messages of guests, staff and bot, day by day."
        fileName={`total messages ${days}`}
        columns={BY_DATE}
        rows={data.total}
        empty="No messages in these days."
        isEmpty={data.total.every(({ messages }) => messages === 0)}
        isPartial={unreadable.includes('total')}
        chart={<DayLine days={data.total.map(toFigure)} unit="messages" />}
      />
      <FigureCard
        title="Total Messages by Bot"
        explanation="What the bot answered by itself, day by day."
        fileName={`total messages by bot ${days}`}
        columns={BY_DATE}
        rows={data.totalByBot}
        empty="The bot wrote nothing in these days."
        isEmpty={data.totalByBot.every(({ messages }) => messages === 0)}
        isPartial={unreadable.includes('totalByBot')}
        chart={<DayLine days={data.totalByBot.map(toFigure)} unit="messages" />}
      />
    </Pieces>
  )
}

function nameAgent({ agent }: Agent): string {
  return isBlank(agent) ? 'No name' : agent
}

function toFigure({ date, messages }: Day) {
  return { date, value: messages }
}
