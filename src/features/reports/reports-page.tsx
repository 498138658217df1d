import { useContext, type ReactNode } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { SERVICE_REPORT } from '#src/contract/reports.ts'
import { useLive } from '#src/db/use-live.ts'
import { readReportZone } from '#src/db/mirror/reports.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { dateIn } from '#src/domain/reports/calendar.ts'
import { defaultRange, explainRange, type DateRange } from '#src/domain/reports/date-range.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import { useNow } from '#src/ui/list/use-now.ts'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { WarningBox } from '#src/ui/warning-box.tsx'
import { DashboardTab } from './dashboard-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { RangePicker } from './picker/range-picker.tsx'
import type { ReportSearch } from './search.ts'
import { ServiceTab } from './service-tab.tsx'
import type { TabProps } from './tab-props.ts'
import { listTabs, type TabId } from './tabs.ts'
import { UsersTab } from './users-tab.tsx'
import styles from './reports.module.css'

interface ReportsPageProps {
  search: ReportSearch
  /** `isStep`: Back leads to what was shown before. */
  onSearch(search: ReportSearch, isStep: boolean): void
  /** Where the environment has dashboards of its own: how to get there. */
  dashboards: Elements
}

const DRAWN: Readonly<Record<TabId, (props: TabProps) => ReactNode>> = {
  dashboard: DashboardTab,
  messages: MessagesTab,
  users: UsersTab,
  service: ServiceTab,
}

/** `/report-page` (specification section 2): what happened in some days of the hotel. */
export function ReportsPage(props: ReportsPageProps) {
  const today = useToday()
  // Read within a frame or two; the days of another zone would be asked for in vain.
  return today === null ? (
    <Page title="Reporting" width="wide">
      {null}
    </Page>
  ) : (
    <Reports {...props} today={today} />
  )
}

function Reports({ search, onSearch, dashboards, today }: ReportsPageProps & { today: string }) {
  const { reports } = useStore(useContext(CapabilitiesContext))
  const tabs = listTabs(reports.includes(SERVICE_REPORT))
  const open = Math.max(
    0,
    tabs.findIndex(({ id }) => id === search.tab),
  )
  const tab = tabs[open]?.id ?? 'dashboard'
  const isDefault = search.from === undefined && search.to === undefined
  const problem = isDefault ? null : explainRange(search.from, search.to)
  const range = isDefault ? defaultRange(today) : { from: search.from ?? '', to: search.to ?? '' }
  const showRange = (chosen: DateRange) => onSearch({ tab, ...chosen }, true)
  const Drawn = DRAWN[tab]
  return (
    <Page
      title="Reporting"
      width="wide"
      beside={
        <span className={styles.titles}>
          <RangePicker range={problem === null ? range : null} today={today} onApply={showRange} />
          {dashboards}
        </span>
      }
    >
      <Tabs
        label="Reports"
        names={tabs.map(({ title }) => title)}
        open={open}
        onOpen={(index) => onSearch({ ...search, tab: tabs[index]?.id ?? 'dashboard' }, true)}
      >
        {problem === null ? (
          // Other days are another report: nothing of one is shown for the other.
          <Drawn key={`${tab} ${range.from} ${range.to}`} range={range} />
        ) : (
          <WarningBox>
            <span
              role="alert"
              className={styles.problem}
            >{`There is no report of these days. ${problem}`}</span>
            <Button onClick={() => onSearch({ tab }, false)}>Show the last 30 days</Button>
          </WarningBox>
        )}
      </Tabs>
    </Page>
  )
}

/** Today in the hotel, where its zone is known; else where the device is. Null until that was read. */
function useToday(): string | null {
  const workspace = useWorkspace()
  const zone = useLive(workspace, 'report-zone', () => readReportZone(workspace.mirror))
  const now = useNow()
  return zone === undefined ? null : dateIn(now, zone ?? undefined)
}
