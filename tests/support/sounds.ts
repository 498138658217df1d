import type { BrowserContext, Page } from 'playwright-core'

/** How a page's sounds end: played, refused as before a tap, or broken as where the file can't be played. */
export type SoundFate = 'played' | 'refused' | 'broken'

/** Catches the sounds of all pages that are opened from now on: they are counted, and nobody hears them. */
export async function catchSounds(context: BrowserContext, fate: SoundFate = 'played'): Promise<void> {
  await context.addInitScript((atFirst) => {
    HTMLMediaElement.prototype.play = function play() {
      const { dataset } = document.documentElement
      dataset.soundTries = String(Number(dataset.soundTries ?? 0) + 1)
      const now = dataset.soundFate ?? atFirst
      if (now === 'refused') return Promise.reject(new DOMException('no tap yet', 'NotAllowedError'))
      if (now === 'broken') {
        this.dispatchEvent(new Event('error'))
        // As some browsers do, the promise stays open.
        return new Promise<void>(() => undefined)
      }
      dataset.sounds = String(Number(dataset.sounds ?? 0) + 1)
      return Promise.resolve()
    }
  }, fate)
}

/** How the page's sounds end from now on. */
export async function changeSounds(page: Page, fate: SoundFate): Promise<void> {
  await page.evaluate((next) => {
    document.documentElement.dataset.soundFate = next
  }, fate)
}

/** How often this page has tried to play a sound, with whatever fate. */
export function countSoundTries(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.soundTries ?? 0))
}

/** How many sounds this page has played. */
export function countSounds(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.sounds ?? 0))
}
