import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { fetchSegmentPreview } from '#src/api/segments.ts'
import type { Segment, SegmentFilter, SegmentPreview } from '#src/contract/segments.ts'
import { describeReadFailure } from '#src/online/describe-answer.ts'
import { useOnline } from '#src/online/online-context.ts'
import { SEGMENTS } from '#src/online/plans/segments.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { toNewSegment, toSegmentPatch } from './segment-values.ts'

/** How long after the last change guests are counted again, ms. */
const PREVIEW_DEBOUNCE_MS = 500

/** The segments, for their list and their form. */
export function useSegments(): ListSource<Segment> {
  const list = useListSource(SEGMENTS)
  return useMemo(
    () => ({
      ...list,
      create: (values) => list.create(toNewSegment(values)),
      update: (row, patch, how) => list.update(row, toSegmentPatch(row, patch), how),
    }),
    [list],
  )
}

export interface SegmentCount {
  /** Undefined while it is being counted: what was counted for another filter is none. */
  preview: SegmentPreview | undefined
  /** Why it could not be counted, in words. */
  problem: string | null
  reload(): void
}

/** How many guests a filter means now; null asks for nothing. Only where the environment announced `campaigns`. */
export function usePreview(filter: SegmentFilter | null): SegmentCount {
  const online = useOnline()
  const wanted = filter && JSON.stringify(filter)
  const asked = useSettled(wanted)
  const isAsked = asked !== null && asked === wanted
  const { data, error, isFetching, refetch } = useQuery<SegmentPreview>({
    queryKey: ['segment-preview', asked],
    queryFn: async ({ signal }) => {
      if (filter === null) throw new Error('nothing is asked for')
      return fetchSegmentPreview(await online.openSession(), filter, signal)
    },
    enabled: isAsked,
    // Who is meant changes with every guest: an answer of before is none.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const isAnswered = isAsked && !isFetching
  return {
    preview: isAnswered ? data : undefined,
    problem: isAnswered && error !== null ? describeReadFailure(error) : null,
    reload: () => void refetch(),
  }
}

/** What a value came to rest at: the first one at once, each later one a while after its last change. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PREVIEW_DEBOUNCE_MS)
    return () => window.clearTimeout(timer)
  }, [value])
  return settled
}
