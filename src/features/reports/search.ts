import * as v from 'valibot'
import { isKnownTab, type TabId } from './tabs.ts'

/** What the report page keeps in its address: without days it is the last 30. What they are is for the page to judge. */
export interface ReportSearch {
  tab: TabId
  from?: string | undefined
  to?: string | undefined
}

/** A longer one is no day, and is not shown in full. */
const MAX_CHARS = 40
const looseText = v.fallback(
  v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((text) => String(text).slice(0, MAX_CHARS)),
    ),
  ),
  undefined,
)
const searchSchema = v.object({ tab: v.optional(v.unknown()), from: looseText, to: looseText })

/** Reads any address: an unknown tab is the dashboard. */
export function readReportSearch(search: unknown): ReportSearch {
  const parsed = v.safeParse(searchSchema, search)
  if (!parsed.success) return { tab: 'dashboard' }
  const { tab, from, to } = parsed.output
  return { tab: isKnownTab(tab) ? tab : 'dashboard', from, to }
}

/** The address that reads as this. */
export function reportAddress({ tab, from, to }: ReportSearch): string {
  const query = new URLSearchParams({ tab })
  if (from !== undefined) query.set('from', from)
  if (to !== undefined) query.set('to', to)
  return `/report-page?${query.toString()}`
}
