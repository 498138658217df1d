import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/** How far Page Up and Page Down go, rows. */
const PAGE_ROWS = 8
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
  Home: -Infinity,
  End: Infinity,
}

interface RowFocusOptions {
  count: number
  /** Whether the rows still answer an earlier question than the one that was asked last. */
  isBehind: boolean
  /** The open chat. */
  selected: string | undefined
  /** The rows that are drawn; without an id while they are being read. */
  rows: readonly { index: number; id: string | undefined }[]
  firstVisible: number
  /** A chat's place in the list, -1 where it is not known. */
  findIndex(id: string | undefined): number
  scrollTo(index: number): void
}

interface RowFocus {
  list: RefObject<HTMLUListElement | null>
  /** The one row that Tab leads to. */
  tabStop: string | undefined
  move(by: number): void
  onKeyDown(event: KeyboardEvent): void
  onFocus(event: FocusEvent): void
}

/**
 * A list that is one stop of the Tab key, within which arrows move (roving tabindex). Rows that are not drawn yet are
 * scrolled to and get the focus once they are there.
 */
export function useRowFocus(options: RowFocusOptions): RowFocus {
  const { count, isBehind, selected, rows, firstVisible, findIndex, scrollTo } = options
  const list = useRef<HTMLUListElement>(null)
  /** The chat that has the focus or had it last. */
  const [current, setCurrent] = useState<string | undefined>(undefined)
  /** The row that gets the focus once it is drawn, and where the focus was when that was asked for. */
  const wanted = useRef<{ index: number; from: Element | null } | null>(null)
  /** Presses that came before their rows: they move within what was asked for, not within what is about to go. */
  const early = useRef<{ by: number; from: Element | null } | null>(null)

  useEffect(() => {
    moveEarly()
    focusWanted()
  })

  function moveEarly() {
    if (early.current === null || isBehind) return
    const { by, from } = early.current
    early.current = null
    if (isStillAt(from)) move(by)
  }

  function focusWanted() {
    if (wanted.current === null) return
    const { index, from } = wanted.current
    const isStill = isStillAt(from)
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
    if (isStill && !link) return
    wanted.current = null
    if (isStill) link?.focus({ preventScroll: true })
  }

  function move(by: number) {
    if (isBehind) {
      early.current = { by: (early.current?.by ?? 0) + by, from: document.activeElement }
      return
    }
    if (count === 0) return
    const next = clamp(readStart() + by, 0, count - 1)
    wanted.current = { index: next, from: document.activeElement }
    scrollTo(next)
    focusWanted()
  }

  /** Quick presses go on from where the last one is on its way to. */
  function readStart(): number {
    if (wanted.current !== null) return wanted.current.index
    const known = findIndex(current)
    if (known >= 0) return known
    const open = findIndex(selected)
    return open >= 0 ? open : firstVisible - 1
  }

  const drawn = (id: string | undefined) => id !== undefined && rows.some((row) => row.id === id)
  const firstDrawn = rows.find(({ index, id }) => index >= firstVisible && id !== undefined)
  const tabStop = [current, selected].find(drawn) ?? firstDrawn?.id
  return {
    list,
    tabStop,
    move,
    onKeyDown(event) {
      const step = STEPS[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      move(step)
    },
    onFocus(event) {
      const item = event.target.closest<HTMLElement>('[data-index]')
      const index = Number(item?.dataset.index ?? -1)
      const id = rows.find((row) => row.index === index)?.id
      if (id !== undefined) setCurrent(id)
    },
  }
}

/** Whoever has gone elsewhere meanwhile is left there. */
function isStillAt(from: Element | null): boolean {
  return document.activeElement === from || document.activeElement === document.body
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
