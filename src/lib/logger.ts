/**
 * The one place that writes to the browser's console. Never pass a guest's words, a password or a token. `message` is a
 * sentence of ours with nothing put into it: it is kept for a diagnosis as it stands.
 */
export interface LogDetails {
  [name: string]: unknown
}

/** A warning or error as it is kept: of its details only numbers, flags and the names of errors. */
export interface LogLine {
  /** ms of the device's clock. */
  at: number
  level: 'warning' | 'error'
  message: string
  details: Record<string, string | number | boolean>
}

const KEPT_LINES = 200
const kept: LogLine[] = []

export const logger = {
  info(message: string, details?: LogDetails): void {
    console.info(`bellhop: ${message}`, ...present(details))
  },
  warn(message: string, details?: LogDetails): void {
    keep('warning', message, details)
    console.warn(`bellhop: ${message}`, ...present(details))
  },
  error(message: string, details?: LogDetails): void {
    keep('error', message, details)
    console.error(`bellhop: ${message}`, ...present(details))
  },
}

/** The last warnings and errors of this page since it was loaded, the oldest first. */
export function readLog(): readonly LogLine[] {
  return kept
}

function present(details: LogDetails | undefined): LogDetails[] {
  return details ? [details] : []
}

function keep(level: LogLine['level'], message: string, details: LogDetails = {}): void {
  const plain: LogLine['details'] = {}
  for (const [name, value] of Object.entries(details)) plain[name] = readPlain(value)
  kept.push({ at: Date.now(), level, message, details: plain })
  if (kept.length > KEPT_LINES) kept.shift()
}

/** What an error says may quote what it met, a guest's words for example; its name does not. */
function readPlain(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const words = value instanceof Error ? value.name : value
  return (typeof words === 'string' && /^\w{0,40}(?:Error|Exception)\b/.exec(words)?.[0]) || '…'
}
