import type { Page } from 'playwright-core'
import { waitFor } from './wait-for.ts'

/** Until the place of the list is noted for the next start, some seconds after the first rows of this one. */
export async function waitForStartNote(page: Page): Promise<void> {
  await waitFor('the place of the list to be noted', () => page.evaluate(hasStartNote))
}

/** Runs in the page. */
async function hasStartNote(): Promise<boolean> {
  const opening = indexedDB.open('bellhop-session')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const reading = opening.result.transaction('settings').objectStore('settings').get('start')
  await new Promise((resolve) => (reading.onsuccess = resolve))
  opening.result.close()
  return reading.result !== undefined
}
