/**
 * The address of a segment's form. The router reads a query's values as JSON: a name that is some, such as `true`, is
 * written as a JSON text, so that it comes back as the name that it is.
 */
export function segmentUrl(id: string): string {
  return `/cronCampaigns/addsegment?segment=${encodeURIComponent(isJson(id) ? JSON.stringify(id) : id)}`
}

/** The segment that an address names, as the router read it; null: a new one. */
export function readSegmentId(value: unknown): string | null {
  if (value === undefined || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
