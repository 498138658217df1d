import type { UserReport } from '#src/contract/reports.ts'
import { describeChannel, nameGuest } from '#src/domain/chats/names.ts'
import type { DateRange } from '#src/domain/reports/date-range.ts'
import { ChatLink } from './chat-link.tsx'
import { DayLine } from './charts/day-line.tsx'
import { countColumn, dateColumn, textColumn, timeColumn } from './figures/columns.tsx'
import { Fact, Facts } from './figures/facts.tsx'
import { FigureCard } from './figures/figure-card.tsx'
import { Pieces } from './figures/pieces.tsx'
import { useReport } from './online-queries.ts'
import { ReportBody } from './report-body.tsx'
import type { TabProps } from './tab-props.ts'

type Day = UserReport['usersByDate'][number]
type Interaction = UserReport['interactionsPerChat'][number]
type User = UserReport['lastUsers'][number]

const BY_DATE = [
  dateColumn<Day>('date', 'Day', ({ date }) => date),
  countColumn<Day>('users', 'Users', ({ users }) => users),
]
const INTERACTIONS = [
  {
    ...textColumn<Interaction>('guest', 'Guest', ({ guest }) => nameGuest({ displayName: guest })),
    render: ({ guest, chatId }: Interaction) => (
      <ChatLink chatId={chatId}>{nameGuest({ displayName: guest })}</ChatLink>
    ),
  },
  countColumn<Interaction>('interactions', 'Interactions', ({ interactions }) => interactions),
]
const LAST_USERS = [
  textColumn<User>('displayName', 'Guest', nameGuest),
  textColumn<User>('source', 'Channel', ({ source }) => describeChannel(source).long),
  timeColumn<User>('createdAt', 'Since', ({ createdAt }) => createdAt),
]

/** The guests of the range (specification section 2). */
export function UsersTab({ range }: TabProps) {
  const reading = useReport('user', range)
  return <ReportBody reading={reading} draw={(report) => <Users {...report} range={range} />} />
}

interface UsersProps {
  data: UserReport
  unreadable: string[]
  range: DateRange
}

function Users({ data, unreadable, range }: UsersProps) {
  const days = `${range.from} to ${range.to}`
  return (
    <Pieces>
      <Facts>
        <Fact
          name="Total Users"
          value={unreadable.includes('totalUsers') ? null : data.totalUsers}
          explanation="Guests who wrote in these days, each counted once."
        />
      </Facts>
      <FigureCard
        title="Users by day"
        explanation="Guests who wrote on each day; who wrote on two days counts on both."
        fileName={`users by day ${days}`}
        columns={BY_DATE}
        rows={data.usersByDate}
        empty="No guest wrote in these days."
        isEmpty={data.usersByDate.every(({ users }) => users === 0)}
        isPartial={unreadable.includes('usersByDate')}
        chart={
          <DayLine days={data.usersByDate.map(({ date, users }) => ({ date, value: users }))} unit="users" />
        }
      />
      <FigureCard
        title="Interactions per Chat"
        explanation="How many messages each chat had in these days, the liveliest first."
        fileName={`interactions per chat ${days}`}
        columns={INTERACTIONS}
        rows={data.interactionsPerChat}
        empty="No chat had a message in these days."
        isEmpty={data.interactionsPerChat.length === 0}
        isPartial={unreadable.includes('interactionsPerChat')}
      />
      <FigureCard
        title="Last 25 Users"
        explanation="The guests who came last, the newest first."
        fileName={`last 25 users ${days}`}
        columns={LAST_USERS}
        rows={data.lastUsers}
        empty="No guest came in these days."
        isEmpty={data.lastUsers.length === 0}
        isPartial={unreadable.includes('lastUsers')}
      />
    </Pieces>
  )
}
