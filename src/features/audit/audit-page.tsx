import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useContext, useMemo, useState } from 'react'
import type { AuditEntry } from '#src/contract/audit.ts'
import { formatTimestamp } from '#src/domain/formatting.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import { ExportWhole } from '#src/ui/list/export/export-whole.tsx'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { describeAgo } from '#src/ui/list/nice-date.ts'
import { saveCsv } from '#src/ui/list/export/save-csv.ts'
import styles from './audit-page.module.css'
import { describeAction, describeChange, describeChanges, nameList, type Names } from './describe-change.ts'
import {
  useAssignees,
  useAudit,
  useAuditReading,
  useDepartments,
  useDialogs,
  useStaff,
  type Named,
} from './online-queries.ts'

function declareAudit(names: Names): ListDefinition<AuditEntry> {
  return {
    type: 'audit',
    title: 'Audit',
    noun: { one: 'change', many: 'changes' },
    idOf: ({ id }) => id,
    nameOf: (entry) => `${describeAction(entry)}: ${entry.rowName || nameList(entry.list)}`,
    isUrlDriven: true,
    hasEdit: false,
    hasDelete: false,
    hasAddBlock: false,
    columns: [
      {
        key: 'at',
        header: 'When',
        kind: 'niceDate',
        width: '136px',
        read: ({ at }) => at,
        render: ({ at }, now) =>
          at && (
            <time dateTime={at} title={describeAgo(Date.parse(at), now)}>
              {formatTimestamp(at)}
            </time>
          ),
      },
      {
        key: 'user',
        header: 'Who',
        kind: 'text',
        width: 'minmax(110px, 110fr)',
        read: ({ user }) => user?.name,
      },
      {
        key: 'list',
        header: 'List',
        kind: 'text',
        width: 'minmax(110px, 110fr)',
        read: ({ list }) => nameList(list),
      },
      { key: 'rowName', header: 'Name', kind: 'text', read: ({ rowName }) => rowName },
      { key: 'action', header: 'What', kind: 'text', width: '92px', read: describeAction },
      {
        key: 'changes',
        header: 'Changes',
        kind: 'multiline',
        width: 'minmax(260px, 260fr)',
        read: (entry) => describeChanges(entry, names),
        render: (entry) => <Changes entry={entry} names={names} />,
      },
    ],
  }
}

/** A source that nobody writes to. */
const NEVER = { kind: 'refused', message: 'What was done can’t be changed here.' } as const
const READ_ONLY = {
  create: () => Promise.resolve(NEVER),
  update: () => Promise.resolve(NEVER),
  remove: () => Promise.resolve(NEVER),
}

/** `/config/audit` (CONTRACT section 2, admin): who changed what and when, as far as it was read. */
export function AuditPage(page: ListPageProps) {
  const { staff } = useStore(useContext(CapabilitiesContext))
  return staff ? <AuditOfStaff {...page} /> : <AuditList {...page} staff={undefined} />
}

function AuditOfStaff(page: ListPageProps) {
  return <AuditList {...page} staff={useStaff()} />
}

function AuditList({ staff, ...page }: ListPageProps & { staff: readonly Named[] | undefined }) {
  const departments = useDepartments()
  const assignees = useAssignees()
  const dialogs = useDialogs()
  const definition = useMemo(() => {
    const named = [staff, departments, assignees, dialogs].flatMap((list) => list ?? [])
    return declareAudit(new Map(named.map(({ id, name }) => [id, name])))
  }, [staff, departments, assignees, dialogs])
  const log = useAudit()
  const { rows, state, problem, asOf, readOnly, reload } = log
  const whole = useAuditReading((all) => saveCsv(definition, all))
  const [list, setList] = useState('')
  const lists = [...new Set(rows?.map((entry) => entry.list))].sort()
  const source = useMemo((): ListSource<AuditEntry> => {
    const listed = list === '' ? rows : rows?.filter((entry) => entry.list === list)
    return { rows: listed, state, problem, asOf, readOnly, reload, ...READ_ONLY }
  }, [rows, list, state, problem, asOf, readOnly, reload])
  return (
    <ListScreen
      definition={definition}
      source={source}
      lead="Who changed what in the configuration, and when. The newest comes first; the search reaches what is shown here."
      below={
        log.hasOlder && (
          <div className={styles.below}>
            <Button disabled={log.isLoadingOlder} aria-busy={log.isLoadingOlder} onClick={log.showOlder}>
              Show older
            </Button>
            <ExportWhole
              label="Export the whole audit"
              noun={definition.noun}
              state={whole.state}
              readOnly={readOnly}
              onStart={whole.start}
              onStop={whole.stop}
            />
          </div>
        )
      }
      {...page}
    >
      <label className={styles.filter}>
        <span>List</span>
        <NativeSelect
          className={styles.choice}
          value={list}
          onChange={({ currentTarget }) => setList(currentTarget.value)}
        >
          <option value="">All lists</option>
          {lists.map((name) => (
            <option key={name} value={name}>
              {nameList(name)}
            </option>
          ))}
        </NativeSelect>
      </label>
    </ListScreen>
  )
}

function Changes({ entry, names }: { entry: AuditEntry; names: Names }) {
  if (entry.changes.length === 0) return <span>–</span>
  return (
    <ul className={styles.changes}>
      {entry.changes.map((change) => (
        <li key={change.field} dir="auto">
          {describeChange(entry, change, names)}
        </li>
      ))}
    </ul>
  )
}
