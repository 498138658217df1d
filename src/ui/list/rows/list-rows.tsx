import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useStore } from '#src/lib/use-store.ts'
import { listTableColumns, readFlags, type FieldKind, type ListDefinition } from '../declare-list.ts'
import { HeadRow } from './head-row.tsx'
import type { ListController } from '../list-controller.ts'
import styles from './list-rows.module.css'
import { RowLine } from './row-line.tsx'
import type { Sorting } from './use-listed-rows.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

/**
 * How a kind shares the table's width. What it gets beyond its least is in the same proportion: with any other the widest
 * share would make the whole table wider than it need be.
 */
const TRACKS: Readonly<Record<FieldKind, string>> = {
  text: 'minmax(140px, 140fr)',
  multiline: 'minmax(200px, 200fr)',
  number: 'minmax(110px, 110fr)',
  password: 'minmax(160px, 160fr)',
  select: 'minmax(140px, 140fr)',
  toggle: '92px',
  time: '120px',
  niceDate: '124px',
  custom: 'minmax(120px, 120fr)',
}

interface ListRowsProps<Row> {
  definition: ListDefinition<Row>
  controller: ListController<Row>
  /** The rows as they are listed, and what the source has of them now. */
  listed: readonly Row[]
  findRow(id: string): Row | undefined
  /** The ids of the listed rows that can be chosen. */
  choosable: readonly string[]
  sorting: Sorting | null
  now: number
  readOnly: string | null
  /** What scrolls; null before it is drawn. */
  scroller: HTMLElement | null
  /** The row that is to come into sight and get the focus, as soon as it is listed. */
  wanted: string | null
  onFound(): void
  navigate(url: string): void
  onSort(key: string): void
  /** A finger or a mouse button goes down on the rows. */
  onPress(): void
  /** Begins a new item with what was typed in a row that is gone. */
  onAnew: ((id: string) => void) | undefined
}

/** The rows with their headings: a table, or cards on a phone. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { definition, controller, listed, findRow, choosable, sorting, now, readOnly, scroller } = props
  const { wanted, onFound, onAnew } = props
  const flags = useMemo(() => readFlags(definition), [definition])
  const edits = useStore(controller.edits.edits)
  const selection = useStore(controller.selection)
  const head = useRef<HTMLDivElement>(null)
  const wide = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const { idOf } = definition
  const ids = useMemo(() => listed.map(idOf), [listed, idOf])
  const { items, totalPx, measure, scrollTo } = useVirtualRows({ ids, scroller, list, focused })
  const findDrawn = (id: string) => list.current?.querySelector(`[data-id="${CSS.escape(id)}"]`)

  /** The row whose button gets the focus when the one that had it is gone. */
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    const row = findDrawn(next.current)
    next.current = null
    row?.querySelector<HTMLElement>('[data-delete]')?.focus()
  })

  const remove = useCallback(
    (row: Row, index: number) =>
      controller.remove(row, () => {
        next.current = ids[index + 1] ?? ids[index - 1] ?? null
      }),
    [controller, ids],
  )

  useEffect(() => {
    const index = wanted === null ? -1 : ids.indexOf(wanted)
    if (wanted === null || index < 0) return
    // As the one with the focus it is drawn wherever it is.
    if (focused !== wanted) return setFocused(wanted)
    scrollTo(index)
    const row = findDrawn(wanted)?.querySelector<HTMLElement>('[role=row]')
    if (row) focusBriefly(row)
    onFound()
  }, [wanted, ids, focused, scrollTo, onFound])

  const tracks = [
    flags.hasCheckboxes && '44px',
    ...listTableColumns(definition).map(({ kind, width }) => width ?? TRACKS[kind]),
    flags.hasEdit && '72px',
    flags.hasDelete && '88px',
    '84px',
  ]
    .filter(Boolean)
    .join(' ')

  return (
    <div
      role="table"
      className={styles.table}
      aria-label={definition.title}
      aria-rowcount={listed.length + 1}
    >
      <div ref={head} className={styles.top} data-head onScroll={() => alignScroll(head, wide)}>
        <HeadRow {...{ definition, flags, controller, choosable, sorting, tracks }} onSort={props.onSort} />
      </div>
      <div ref={wide} className={styles.wide} onScroll={() => alignScroll(wide, head)}>
        <div
          ref={list}
          role="rowgroup"
          className={styles.body}
          style={{ height: totalPx }}
          onPointerDown={props.onPress}
          onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-id]')?.dataset.id ?? null)}
        >
          <div className={styles.row} style={{ gridTemplateColumns: tracks }} data-sizer aria-hidden="true" />
          {items.map(({ index, startPx }) => {
            const id = ids[index]
            const row = id === undefined ? undefined : (findRow(id) ?? edits.get(id)?.latest ?? listed[index])
            if (id === undefined || row === undefined) return null
            return (
              <div
                key={id}
                ref={measure}
                data-index={index}
                className={styles.place}
                style={{ transform: `translateY(${startPx}px)` }}
              >
                <RowLine
                  {...{ definition, flags, controller, row, index, now, tracks, readOnly }}
                  edit={edits.get(id)}
                  isChosen={selection.has(id)}
                  navigate={props.navigate}
                  onRemove={remove}
                  onAnew={onAnew}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The headings stay in sight while the rows scroll below them, so the two are scrolled sideways apart, and alike. */
function alignScroll(from: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null>): void {
  if (from.current && to.current) to.current.scrollLeft = from.current.scrollLeft
}

/** Puts the focus on what is no stop of the Tab key, without a jump. */
function focusBriefly(element: HTMLElement): void {
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus({ preventScroll: true })
}
