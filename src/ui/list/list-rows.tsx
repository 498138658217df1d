import { useEffect, useRef, useState } from 'react'
import { useStore } from '#src/lib/use-store.ts'
import { listTableColumns, readFlags, type FieldKind, type ListDefinition } from './declare-list.ts'
import { HeadRow } from './head-row.tsx'
import type { ListDesk } from './list-desk.ts'
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
  desk: ListDesk<Row>
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
  navigate(url: string): void
  onSort(key: string): void
  /** A finger or a mouse button goes down on the rows. */
  onPress(): void
  /** Begins a new item with what was typed in a row that is gone. */
  onAnew: ((id: string) => void) | undefined
}

/** The rows with their headings: a table, or cards on a phone. */
export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { definition, desk, listed, findRow, choosable, sorting, now, readOnly, scroller, onAnew } = props
  const flags = readFlags(definition)
  const edits = useStore(desk.edits.edits)
  const selection = useStore(desk.selection)
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const ids = listed.map(definition.idOf)
  const { items, totalPx, measure } = useVirtualRows({ ids, scroller, list, focused })

  /** The row whose button gets the focus when the one that had it is gone. */
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const row = list.current?.querySelector(`[data-id="${CSS.escape(wanted.current)}"]`)
    wanted.current = null
    row?.querySelector<HTMLElement>('[data-delete]')?.focus()
  })

  function remove(row: Row, index: number) {
    desk.remove(row, () => {
      wanted.current = ids[index + 1] ?? ids[index - 1] ?? null
    })
  }

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
    <div className={styles.wide}>
      <div
        role="table"
        className={styles.table}
        aria-label={definition.title}
        aria-rowcount={listed.length + 1}
      >
        <HeadRow {...{ definition, flags, desk, choosable, sorting, tracks }} onSort={props.onSort} />
        <div
          ref={list}
          role="rowgroup"
          className={styles.body}
          style={{ height: totalPx }}
          onPointerDown={props.onPress}
          onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-id]')?.dataset.id ?? null)}
        >
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
                  {...{ definition, flags, desk, row, index, now, tracks, readOnly }}
                  edit={edits.get(id)}
                  isChosen={selection.has(id)}
                  navigate={props.navigate}
                  onRemove={() => remove(row, index)}
                  onAnew={onAnew && (() => onAnew(id))}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
