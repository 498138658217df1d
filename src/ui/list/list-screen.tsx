import { useCallback, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { flushSync } from 'react-dom'
import type { Store } from '#src/lib/store.ts'
import { useStillWhilePressed } from '#src/lib/use-still-while-pressed.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Page } from '../page.tsx'
import { AddBlock } from './form/add-block.tsx'
import { AskedDialog } from './asked-dialog.tsx'
import { arrangeRows } from './rows/arrange-rows.ts'
import { BulkPanel } from './edits/bulk-panel.tsx'
import { canDelete, listFormColumns, nameAdding, readFlags, type ListDefinition } from './declare-list.ts'
import { describeCount } from './edits/describe-edit.ts'
import { readTyped } from './column-values.ts'
import { nextSorting } from './rows/head-row.tsx'
import { ListRows } from './rows/list-rows.tsx'
import type { ListSource } from './list-source.ts'
import { ListState } from './list-state.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { OpenLink } from './open-link.tsx'
import { RemovalBars } from './edits/removal-bars.tsx'
import { listHidden } from './edits/removals.ts'
import { saveCsv } from './export/save-csv.ts'
import { SourceNote } from './source-note.tsx'
import { useListController } from './use-list-controller.ts'
import { useRowFinder } from './rows/use-row-finder.ts'
import { useListedRows, type Sorting } from './rows/use-listed-rows.ts'
import { useNow } from './use-now.ts'

interface ListScreenProps<Row> {
  /** The same object from drawing to drawing, as long as nothing in it has changed. */
  definition: ListDefinition<Row>
  source: ListSource<Row>
  /** Whether something would be lost with the screen: whoever guards its address asks before it goes. */
  unsaved: Store<boolean>
  /** Opens an address of the console. */
  navigate(url: string): void
  lead?: ReactNode
  /** What else stands above the list. */
  children?: Elements
  /** What stands below it. */
  below?: Elements
}

/** The screen of a list: everything that its declaration says, and nothing of what it is about. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const { definition, source, unsaved, navigate, lead, children, below } = props
  const { idOf } = definition
  const controller = useListController({ definition, source, unsaved })
  const now = useNow()
  // Not a ref: the rows are drawn within it, and are to know of it as soon as it is there.
  const [page, setPage] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState('')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  // Typing never waits for thousands of rows.
  const search = useDeferredValue(typed)

  const rows = source.rows ?? source.beginning
  const isWhole = source.rows !== undefined
  const current = useMemo(() => new Map(rows?.map((row) => [idOf(row), row])), [rows, idOf])
  // A row that moves away under the finger would be missed, and the one in its place be hit.
  const { shown, press } = useStillWhilePressed(rows)
  const still = useMemo(() => shown?.filter((row) => current.has(idOf(row))), [shown, current, idOf])
  const arranged = useArranged(definition, still, controller)
  const listed = useListedRows(definition, arranged, { search, sorting })
  const findRow = (id: string) => current.get(id)
  // All of them are chosen and exported only once all are there.
  const choosable = useMemo(
    () => (isWhole ? listed.filter((row) => canDelete(definition, row)).map(idOf) : []),
    [definition, listed, isWhole, idOf],
  )
  const selection = useStore(controller.selection)
  const chosen = useMemo(
    () => choosable.filter((id) => selection.has(id)).flatMap((id) => current.get(id) ?? []),
    [choosable, selection, current],
  )
  const flags = readFlags(definition)
  const clearSearch = useCallback(() => setTyped(''), [])
  const { finder, wanted, onFound } = useRowFinder({ page, idOf, current, listed, search, clearSearch })

  function exportListed() {
    const rows = listed.map((row) => findRow(idOf(row)) ?? row)
    saveCsv(definition, rows)
  }

  /** What was typed in a row that is gone, and what it had, is a new item's beginning. */
  const beginAnew = useCallback(
    (id: string) => {
      const edit = controller.edits.edits.get().get(id)
      if (!edit) return
      const columns = listFormColumns(definition, 'add')
      const values = Object.fromEntries(
        columns.map((column) => [column.key, edit.typed[column.key] ?? readTyped(column, edit.base)]),
      )
      // Drawn at once: a form that was folded takes the focus only then.
      flushSync(() => controller.add.fill(values))
      controller.edits.undo(id)
      page?.querySelector<HTMLElement>('form[data-add] [name]')?.focus()
    },
    [controller, definition, page],
  )

  return (
    <Page
      title={definition.title}
      beside={isWhole ? describeCount(definition, listed.length, arranged.length) : undefined}
      lead={lead}
      width="wide"
      ref={setPage}
    >
      <SourceNote source={source} now={now} />
      {children}
      {flags.hasAddBlock && <AddBlock {...{ definition, source, controller, finder }} />}
      {definition.addUrl !== undefined && (
        <OpenLink look="button" url={definition.addUrl} label={nameAdding(definition)} navigate={navigate}>
          {nameAdding(definition)}
        </OpenLink>
      )}
      <ListToolbar
        {...{ definition, controller, sorting, choosable, chosen }}
        search={typed}
        readOnly={source.readOnly}
        canExport={isWhole && listed.length > 0}
        onSearch={setTyped}
        onSort={setSorting}
        onExport={exportListed}
      />
      <BulkPanel definition={definition} bulk={controller.bulk} readOnly={source.readOnly} />
      {rows === undefined || listed.length === 0 ? (
        <ListState definition={definition} source={source} search={search} isEmpty={arranged.length === 0} />
      ) : (
        <ListRows
          {...{ definition, controller, listed, findRow, choosable, sorting, now, wanted, onFound, navigate }}
          readOnly={source.readOnly}
          scroller={page}
          onPress={press}
          onSort={(key) => setSorting(nextSorting(sorting, key))}
          onAnew={flags.hasAddBlock ? beginAnew : undefined}
        />
      )}
      {below}
      <RemovalBars removals={controller.removals} />
      <AskedDialog asked={controller.asked} />
      <p className="visually-hidden" role="status">
        {useStore(controller.said)}
      </p>
    </Page>
  )
}

const NO_ROWS: readonly never[] = []

/** The rows without those on their way out; the same array for as long as nothing moves. */
function useArranged<Row extends object>(
  definition: ListDefinition<Row>,
  rows: readonly Row[] | undefined,
  controller: ReturnType<typeof useListController<Row>>,
): readonly Row[] {
  const edits = useStore(controller.edits.edits)
  const removals = useStore(controller.removals.removals)
  const before = useRef<readonly Row[]>(NO_ROWS)
  const hidden = useMemo(() => listHidden(removals), [removals])
  before.current = arrangeRows(definition, rows ?? NO_ROWS, { hidden, edits, before: before.current })
  return before.current
}
