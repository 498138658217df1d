import type { ServiceFigures, ServiceReport } from '#src/contract/reports.ts'
import { rangeBefore, type DateRange } from '#src/domain/reports/date-range.ts'
import { writeWholeDay } from './charts/day-words.ts'
import { Fact, Facts } from './figures/facts.tsx'
import {
  describeChange,
  formatDuration,
  formatMean,
  formatNumber,
  formatShare,
} from './figures/write-figures.ts'
import styles from './reports.module.css'

interface ServiceFactsProps {
  data: ServiceReport
  unreadable: string[]
  range: DateRange
}

interface FactPlan {
  name: string
  explanation: string
  read(figures: ServiceFigures): number | null
  write(value: number): string
}

const PERCENT = 100

const PLANS: readonly FactPlan[] = [
  {
    name: 'Chats',
    explanation: 'Chats in which somebody wrote in these days.',
    read: ({ chats }) => chats,
    write: formatNumber,
  },
  {
    name: 'Messages',
    explanation: 'All messages of guests, staff and bot.',
    read: ({ messages }) => messages,
    write: formatNumber,
  },
  {
    name: 'Answered by the bot alone',
    explanation: 'The share of the chats in which the bot wrote and none of the staff did.',
    read: ({ botOnlyChats, chats }) => (chats === 0 ? null : (PERCENT * botOnlyChats) / chats),
    write: (share) => formatShare(share, PERCENT) ?? '',
  },
  {
    name: 'Help requests',
    explanation: 'How often a guest needed a person.',
    read: ({ helpRequests }) => helpRequests,
    write: formatNumber,
  },
  {
    name: 'First answer, median',
    explanation:
      'From a help request to the first words of the staff: half of the guests waited no longer than this.',
    read: ({ medianAnswerMs }) => medianAnswerMs,
    write: formatDuration,
  },
  {
    name: 'First answer, slowest tenth',
    explanation: 'Nine guests of ten waited no longer than this.',
    read: ({ p90AnswerMs }) => p90AnswerMs,
    write: formatDuration,
  },
  {
    name: 'Time in needs help',
    explanation: 'From a help request to its end, by whatever ended it: the median.',
    read: ({ medianHelpMs }) => medianHelpMs,
    write: formatDuration,
  },
  {
    name: 'Tickets',
    explanation: 'Tickets filed in these days.',
    read: ({ tickets }) => tickets,
    write: formatNumber,
  },
  {
    name: 'Rating',
    explanation: 'The mean of what guests gave at the end of their chats.',
    read: ({ averageRating }) => averageRating,
    write: formatMean,
  },
]

/** Single figures of how guests were served, each with what it was in as many days before. */
export function ServiceFacts({ data, unreadable, range }: ServiceFactsProps) {
  const before = rangeBefore(range)
  const isKnown = !unreadable.includes('period')
  const hasBefore = !unreadable.includes('before')
  return (
    <>
      <p
        className={styles.line}
      >{`Compared with the days before: ${writeWholeDay(before.from)} to ${writeWholeDay(before.to)}.`}</p>
      <Facts>
        {PLANS.map(({ name, explanation, read, write }) => {
          const value = isKnown ? read(data.period) : null
          return (
            <Fact
              key={name}
              name={name}
              explanation={explanation}
              value={value === null ? null : write(value)}
              change={describeChange(value, hasBefore ? read(data.before) : null, write)}
            />
          )
        })}
      </Facts>
    </>
  )
}
