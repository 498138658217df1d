import { logger } from './logger.ts'

const PREFIX = 'bellhop:'

/** A choice of little worth that this browser remembers; `fallback` where it has none or refuses to say. */
export function readPreference(name: string, fallback: boolean): boolean {
  try {
    const stored = window.localStorage.getItem(PREFIX + name)
    return stored === null ? fallback : stored === 'yes'
  } catch {
    return fallback
  }
}

/** Where the browser refuses, the choice holds until the page is closed. */
export function storePreference(name: string, isOn: boolean): void {
  try {
    window.localStorage.setItem(PREFIX + name, isOn ? 'yes' : 'no')
  } catch (error) {
    logger.info('a choice could not be kept', { name, error: String(error) })
  }
}
