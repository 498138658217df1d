import { isBlank } from '#src/domain/text/blank.ts'
import type { LiveReport } from '#src/contract/reports.ts'
import { readHelpRequests } from '#src/db/mirror/help-requests.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { ChatLink } from './chat-link.tsx'
import { textColumn, timeColumn } from './figures/columns.tsx'
import { Fact, Facts } from './figures/facts.tsx'
import { FigureCard } from './figures/figure-card.tsx'
import { Pieces } from './figures/pieces.tsx'
import { useReport } from './online-queries.ts'
import { ReportBody } from './report-body.tsx'
import type { TabProps } from './tab-props.ts'

type AgentMessage = LiveReport['lastAgentMessages'][number]

/** The environment's part is read again this often; the guests who need help are the mirror's, and live. */
const POLL_MS = 30_000

const LAST_MESSAGES = [
  timeColumn<AgentMessage>('time', 'Time', ({ time }) => time),
  {
    ...textColumn<AgentMessage>('message', 'Message', ({ message }) => message),
    render: ({ chatId, messageId, message }: AgentMessage) => (
      <ChatLink chatId={chatId} messageId={messageId}>
        {isBlank(message) ? 'A file' : message}
      </ChatLink>
    ),
  },
  textColumn<AgentMessage>('agent', 'Agent', ({ agent }) => agent),
]

/** What is on now (specification section 2). */
export function DashboardTab({ range }: TabProps) {
  const reading = useReport('live', range, POLL_MS)
  const workspace = useWorkspace()
  const live = useLive(workspace, 'help-requests', () => readHelpRequests(workspace.mirror))
  const needHelp = live?.helpRequests?.length ?? null
  return (
    <ReportBody
      reading={reading}
      draw={({ data, unreadable }) => <Dashboard data={data} unreadable={unreadable} needHelp={needHelp} />}
    />
  )
}

interface DashboardProps {
  data: LiveReport
  unreadable: string[]
  /** Of the mirror; null before it was read from the environment for the first time. */
  needHelp: number | null
}

function Dashboard({ data, unreadable, needHelp }: DashboardProps) {
  const counted = unreadable.includes('guestsNeedHelp') ? null : data.guestsNeedHelp
  return (
    <Pieces>
      <Facts>
        <Fact
          name="Guests Need Help"
          value={needHelp ?? counted}
          explanation="Guests who wait for a person right now."
        />
      </Facts>
      <FigureCard
        title="Last 10 Agent Messages"
        explanation="What the staff wrote last, whatever the days above; a message leads to its chat."
        fileName="last agent messages"
        columns={LAST_MESSAGES}
        rows={data.lastAgentMessages}
        empty="None of the staff has written to a guest yet."
        isEmpty={data.lastAgentMessages.length === 0}
        isPartial={unreadable.includes('lastAgentMessages')}
      />
    </Pieces>
  )
}
