const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** `12,345`. */
export function formatNumber(value: number): string {
  return whole.format(value)
}

/** `4.6`. */
export function formatMean(value: number): string {
  return oneDecimal.format(value)
}

/** `38%` of a share; null where there is nothing to have a share of. */
export function formatShare(part: number, of: number): string | null {
  return of === 0 ? null : percent.format(part / of)
}

/** A span in two units at most: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`
  if (ms < HOUR_MS) return join(ms, MINUTE_MS, 'min', SECOND_MS, 's')
  if (ms < DAY_MS) return join(ms, HOUR_MS, 'h', MINUTE_MS, 'min')
  return join(ms, DAY_MS, 'd', HOUR_MS, 'h')
}

/** `Up by 12% from 340`, `As before`; nothing to compare with where there was nothing before. */
export function describeChange(
  now: number | null,
  before: number | null,
  write: (value: number) => string = formatNumber,
): string {
  if (now === null || before === null) return before === null ? 'Nothing before' : `Before: ${write(before)}`
  if (now === before) return 'As before'
  if (before === 0) return 'Up from nothing before'
  const direction = now > before ? 'Up' : 'Down'
  return `${direction} by ${percent.format(Math.abs(now - before) / before)} from ${write(before)}`
}

function join(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const total = Math.round(ms / small)
  const perLarge = large / small
  const rest = total % perLarge
  const head = `${Math.floor(total / perLarge)} ${largeName}`
  return rest === 0 ? head : `${head} ${rest} ${smallName}`
}
