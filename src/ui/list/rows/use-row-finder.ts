import { useCallback, useMemo, useState } from 'react'

/** Where a row is: out of sight it is further up or down. */
export type RowPlace = 'in sight' | 'out of sight' | 'searched away' | 'not listed'

/** Finds a row of the list, also where it is not drawn. */
export interface RowFinder {
  locate(id: string): RowPlace
  /** Brings it into sight and puts the focus on it; a search that hides it is cleared. */
  show(id: string): void
  /** Tells when rows move through the window. Returns how to end that. */
  onMove(listener: () => void): () => void
}

interface FinderDeps<Row> {
  /** What scrolls; null before it is drawn. */
  page: HTMLElement | null
  idOf(row: Row): string
  /** The source's rows, and those that are listed. */
  current: ReadonlyMap<string, Row>
  listed: readonly Row[]
  search: string
  clearSearch(): void
}

interface WantedRow {
  /** Another one when the list is another. */
  finder: RowFinder
  /** The row that is to get the focus as soon as it is drawn. */
  wanted: string | null
  onFound(): void
}

export function useRowFinder<Row>(deps: FinderDeps<Row>): WantedRow {
  const { page, idOf, current, listed, search, clearSearch } = deps
  const [wanted, setWanted] = useState<string | null>(null)
  const finder = useMemo((): RowFinder => {
    function locate(id: string): RowPlace {
      if (!current.has(id)) return 'not listed'
      if (!listed.some((row) => idOf(row) === id))
        return search.trim() === '' ? 'not listed' : 'searched away'
      return page && isInSight(page, id) ? 'in sight' : 'out of sight'
    }
    return {
      locate,
      show(id) {
        if (locate(id) === 'searched away') clearSearch()
        setWanted(id)
      },
      onMove(listener) {
        page?.addEventListener('scroll', listener, { passive: true })
        return () => page?.removeEventListener('scroll', listener)
      },
    }
  }, [page, idOf, current, listed, search, clearSearch])
  const onFound = useCallback(() => setWanted(null), [])
  // One that is gone meanwhile is not waited for.
  return { finder, wanted: wanted !== null && current.has(wanted) ? wanted : null, onFound }
}

function isInSight(page: HTMLElement, id: string): boolean {
  const row = page.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  // The headings are above everything that passes below them.
  const head = page.querySelector('[data-head]')?.getBoundingClientRect().bottom ?? 0
  const { top, bottom } = page.getBoundingClientRect()
  return row !== undefined && row.top >= Math.max(top, head) && row.bottom <= bottom
}
