import { isBlank } from '#src/domain/text/blank.ts'
import type { ServiceReport } from '#src/contract/reports.ts'
import { describeChannel } from '#src/domain/chats/names.ts'
import type { DateRange } from '#src/domain/reports/date-range.ts'
import { HourMap } from './charts/hour-map.tsx'
import { nameHour, WEEKDAYS } from './charts/hour-words.ts'
import { NamedBars } from './charts/named-bars.tsx'
import { RatingLine } from './charts/rating-line.tsx'
import { countColumn, dateColumn, textColumn } from './figures/columns.tsx'
import { FigureCard } from './figures/figure-card.tsx'
import { Pieces } from './figures/pieces.tsx'
import { formatDuration, formatMean } from './figures/write-figures.ts'
import { useReport } from './online-queries.ts'
import { ReportBody } from './report-body.tsx'
import { ServiceFacts } from './service-facts.tsx'
import type { TabProps } from './tab-props.ts'

type Channel = ServiceReport['byChannel'][number]
type Hour = ServiceReport['byHourOfWeek'][number]
type Department = ServiceReport['byDepartment'][number]
type Rating = ServiceReport['ratings'][number]

const BY_CHANNEL = [
  textColumn<Channel>('channel', 'Channel', nameChannel),
  countColumn<Channel>('chats', 'Chats', ({ chats }) => chats),
  countColumn<Channel>('messages', 'Messages', ({ messages }) => messages),
]
const BY_HOUR = [
  textColumn<Hour>('day', 'Day', ({ day }) => WEEKDAYS[day] ?? ''),
  textColumn<Hour>('hour', 'Hour', ({ hour }) => nameHour(hour)),
  countColumn<Hour>('messages', 'Messages', ({ messages }) => messages),
  textColumn<Hour>('onDuty', 'On duty', ({ onDuty }) => formatMean(onDuty)),
]
const BY_DEPARTMENT = [
  textColumn<Department>('department', 'Department', nameDepartment),
  countColumn<Department>('created', 'Tickets', ({ created }) => created),
  countColumn<Department>('stillOpen', 'Still open', ({ stillOpen }) => stillOpen),
  textColumn<Department>('medianOpenMs', 'Open for (median)', ({ medianOpenMs }) =>
    medianOpenMs === null ? '–' : formatDuration(medianOpenMs),
  ),
]
const RATINGS = [
  dateColumn<Rating>('date', 'Day', ({ date }) => date),
  countColumn<Rating>('ratings', 'Ratings', ({ ratings }) => ratings),
  textColumn<Rating>('average', 'Mean', ({ average }) => (average === null ? '–' : formatMean(average))),
]

/** How guests were served, with the period before beside it (an extension: CONTRACT section 6, `reports`). */
export function ServiceTab({ range }: TabProps) {
  const reading = useReport('service', range)
  return <ReportBody reading={reading} draw={(report) => <Service {...report} range={range} />} />
}

interface ServiceProps {
  data: ServiceReport
  unreadable: string[]
  range: DateRange
}

function Service({ data, unreadable, range }: ServiceProps) {
  const days = `${range.from} to ${range.to}`
  return (
    <Pieces>
      <ServiceFacts data={data} unreadable={unreadable} range={range} />
      <FigureCard
        title="When guests write"
        explanation="Guests’ messages by the hour of the week, against how many of the staff were on duty then, as a mean."
        fileName={`when guests write ${days}`}
        columns={BY_HOUR}
        rows={data.byHourOfWeek}
        empty="No guest wrote in these days."
        isEmpty={data.byHourOfWeek.every(({ messages }) => messages === 0)}
        isPartial={unreadable.includes('byHourOfWeek')}
        chart={
          <>
            <HourMap
              cells={data.byHourOfWeek.map(({ messages, ...place }) => ({ ...place, value: messages }))}
              title="Messages of guests"
              unit="messages"
            />
            <HourMap
              cells={data.byHourOfWeek.map(({ onDuty, ...place }) => ({ ...place, value: onDuty }))}
              title="Staff on duty"
              unit="on duty"
            />
          </>
        }
      />
      <FigureCard
        title="Channels"
        explanation="Chats and messages by the way on which guests write."
        fileName={`channels ${days}`}
        columns={BY_CHANNEL}
        rows={data.byChannel}
        empty="No messages in these days."
        isEmpty={data.byChannel.length === 0}
        isPartial={unreadable.includes('byChannel')}
        chart={
          <NamedBars
            bars={data.byChannel.map((row) => ({ name: nameChannel(row), value: row.messages }))}
            unit="messages"
            noun="channels"
          />
        }
      />
      <FigureCard
        title="Tickets by department"
        explanation="Tickets of these days, how many of them are not resolved yet, and how long they stood open."
        fileName={`tickets by department ${days}`}
        columns={BY_DEPARTMENT}
        rows={data.byDepartment}
        empty="No tickets in these days."
        isEmpty={data.byDepartment.length === 0}
        isPartial={unreadable.includes('byDepartment')}
        chart={
          <NamedBars
            bars={data.byDepartment.map((row) => ({ name: nameDepartment(row), value: row.created }))}
            unit="tickets"
            noun="departments"
          />
        }
      />
      <FigureCard
        title="Ratings"
        explanation="What guests gave at the end of their chats, day by day; only days with ratings are listed."
        fileName={`ratings ${days}`}
        columns={RATINGS}
        rows={data.ratings.filter(({ ratings }) => ratings > 0)}
        empty="No guest rated in these days."
        isEmpty={data.ratings.every(({ ratings }) => ratings === 0)}
        isPartial={unreadable.includes('ratings')}
        chart={<RatingLine ratings={data.ratings} />}
      />
    </Pieces>
  )
}

function nameDepartment({ department }: Department): string {
  return isBlank(department) ? 'No name' : department
}

function nameChannel({ channel }: Channel): string {
  return describeChannel(channel).long
}
