/** The one place that writes to the browser's console. Never pass a guest's words, a password or a token. */
export interface LogDetails {
  [name: string]: unknown
}

export const logger = {
  info(message: string, details?: LogDetails): void {
    console.info(`bellhop: ${message}`, ...present(details))
  },
  warn(message: string, details?: LogDetails): void {
    console.warn(`bellhop: ${message}`, ...present(details))
  },
  error(message: string, details?: LogDetails): void {
    console.error(`bellhop: ${message}`, ...present(details))
  },
}

function present(details: LogDetails | undefined): LogDetails[] {
  return details ? [details] : []
}
