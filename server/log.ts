import { DatabaseUnavailableError } from './errors.ts'

/** One line per event on standard error. Never given a query string, a password, a token or a guest's words. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void
  warn(event: string, fields?: Record<string, unknown>): void
  error(event: string, error: unknown, fields?: Record<string, unknown>): void
}

/** Writes lines of JSON; `minLevel` drops what is below it. */
export function createLog(
  minLevel: 'info' | 'warn' | 'error' | 'silent',
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Log {
  const order = ['info', 'warn', 'error', 'silent']
  const emit = (level: string, event: string, fields: Record<string, unknown>) => {
    if (order.indexOf(level) < order.indexOf(minLevel)) return
    write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }))
  }
  return {
    info: (event, fields = {}) => emit('info', event, fields),
    warn: (event, fields = {}) => emit('warn', event, fields),
    // The store says it once (server/store/outages.ts), for all who meet it.
    error: (event, error, fields = {}) =>
      error instanceof DatabaseUnavailableError ||
      emit('error', event, { ...fields, ...describeError(error) }),
  }
}

/** PGlite's uncaught errors print minified source (STACK pitfall 3): only the message and our own stack lines go out. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at ') && !line.includes('node:internal'))
    .slice(0, 8)
    .map((line) => line.trim().slice(0, 200))
  return { error: error.message.slice(0, 500), stack }
}
