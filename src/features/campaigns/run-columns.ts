import type { CampaignRun } from '#src/contract/campaigns.ts'
import type { Column } from '#src/ui/list/declare-list.ts'
import type { FieldValue } from '#src/ui/list/field-values.ts'
import type { CsvDefinition } from '#src/ui/list/export/save-csv.ts'
import { countAll, describeFailures } from './describe-runs.ts'
import { describeLeftOut, describeState, listReasons } from './words.ts'

/** The log as a table in a file. Times are ISO, which spreadsheets sort. */
export const RUNS: CsvDefinition<CampaignRun> = {
  noun: { one: 'run', many: 'campaign runs' },
  columns: [
    text('startedAt', 'Started', ({ startedAt }) => startedAt),
    text('endedAt', 'Ended', ({ endedAt }) => endedAt),
    text('campaign', 'Campaign', ({ campaign }) => campaign),
    text('state', 'State', describeState),
    text('startedBy', 'Run by', ({ startedBy }) => startedBy),
    text('testUsersOnly', 'Test users only', ({ testUsersOnly }) => testUsersOnly),
    number('planned', 'Planned', ({ planned }) => planned),
    number('waiting', 'Waiting', ({ waiting }) => waiting),
    number('sent', 'Sent', ({ sent }) => sent),
    number('delivered', 'Delivered', ({ delivered }) => delivered),
    number('failed', 'Failed', ({ failed }) => failed),
    text('failures', 'Reasons of failures', describeFailures),
    number('replied', 'Replied', ({ replied }) => replied),
    number('stopped', 'Wrote STOP', ({ stopped }) => stopped),
    number('inDoubt', 'In doubt', ({ doubtful }) => doubtful.length),
    text('doubtful', 'Guests in doubt', ({ doubtful }) => doubtful.join('; ')),
    number('leftOut', 'Left out', ({ leftOut }) => countAll(leftOut)),
    text('leftOutReasons', 'Reasons of leaving out', ({ leftOut }) =>
      listReasons(leftOut, describeLeftOut).join('; '),
    ),
  ],
}

function text(key: string, header: string, read: (run: CampaignRun) => FieldValue): Column<CampaignRun> {
  return { key, header, kind: 'text', read }
}

function number(key: string, header: string, read: (run: CampaignRun) => number): Column<CampaignRun> {
  return { key, header, kind: 'number', read }
}
