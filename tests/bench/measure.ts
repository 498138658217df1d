import { setTimeout } from 'node:timers/promises'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import type { ScaledHotel } from './scaled-hotel.ts'

const WAIT_MS = 30_000
const REST_MS = 300
/** How long a person is at a row before they press, and how long a press is, ms: brief ones of both. */
const HOVER_MS = 120
const PRESS_MS = 60
/** From the last letter to Enter, ms: as the fastest writers have it. */
export const ENTER_AFTER_MS = 100

/** A reload of a signed-in console: ms from the navigation's start to live rows. */
export async function measureStart({ page }: ScaledHotel): Promise<number> {
  await page.page.reload()
  await page.waitUntilLive()
  return page.page.evaluate(
    () => performance.getEntriesByName('bellhop:rows-live')[0]?.startTime ?? Number.NaN,
  )
}

/** A click on another chat of the list: ms until its messages are painted. */
export async function measureSwitch({ page }: ScaledHotel, index: number): Promise<number> {
  const row = page.chats.getByRole('link').nth(index)
  const href = await row.getAttribute('href')
  return page.page.evaluate(
    async ({ address, waitMs }) => {
      const link = [...document.querySelectorAll('a')].find((found) => found.getAttribute('href') === address)
      if (!link) throw new Error(`no link to ${address}`)
      performance.clearMarks('bellhop:thread-visible')
      const start = performance.now()
      link.click()
      while (performance.now() - start < waitMs) {
        const mark = performance.getEntriesByName('bellhop:thread-visible').at(-1)
        if (mark && mark.startTime > start) return mark.startTime - start
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      throw new Error('the thread was not painted')
    },
    { address: href, waitMs: WAIT_MS },
  )
}

/** A row chosen with the mouse as a person does it, who rests there before the press: ms from the click until its messages are painted. */
export async function measureChosen({ page }: ScaledHotel, index: number): Promise<number> {
  await page.chats.getByRole('link').nth(index).hover()
  await setTimeout(HOVER_MS)
  const painted = page.page.evaluate(async (waitMs) => {
    performance.clearMarks('bellhop:thread-visible')
    const start = await new Promise<number>((resolve) =>
      document.addEventListener('click', () => resolve(performance.now()), { capture: true, once: true }),
    )
    while (performance.now() - start < waitMs) {
      const mark = performance.getEntriesByName('bellhop:thread-visible').at(-1)
      if (mark && mark.startTime > start) return mark.startTime - start
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    throw new Error('the thread was not painted')
  }, WAIT_MS)
  await page.page.mouse.down()
  await setTimeout(PRESS_MS)
  await page.page.mouse.up()
  return painted
}

/** Until an opened chat is drawn, and what else its opening causes is over. */
export async function waitUntilAtRest({ page }: ScaledHotel): Promise<void> {
  await page.readThread()
  await setTimeout(REST_MS)
}

/** A guest's message in the open chat: ms from the guest's call until its text is in the document. */
export async function measureIncoming({ page }: ScaledHotel, guest: Guest, text: string): Promise<number> {
  const drawn = page.page.evaluate(waitForText, { text, waitMs: WAIT_MS })
  const start = Date.now()
  await guest.say(text)
  return (await drawn) - start
}

/** Enter in the message box: ms until the message is in the thread and the next frame was begun. */
export async function measureSend({ page }: ScaledHotel, text: string): Promise<number> {
  await page.composer.fill(text)
  await setTimeout(ENTER_AFTER_MS)
  return page.page.evaluate(
    async ({ wanted, waitMs }) => {
      const box = document.querySelector('textarea')
      const log = document.querySelector('[role=log]')
      if (!box || !log) throw new Error('no thread is open')
      const start = performance.now()
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      while (!log.textContent.includes(wanted)) {
        if (performance.now() - start > waitMs) throw new Error('the message was not drawn')
        await new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            observer.disconnect()
            resolve()
          })
          observer.observe(log, { childList: true, subtree: true, characterData: true })
        })
      }
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - start
    },
    { wanted: text, waitMs: WAIT_MS },
  )
}

/** Until a sent message is settled and drawn as such: whatever sending it costs is over then. */
export async function waitUntilSettled({ page }: ScaledHotel, text: string): Promise<void> {
  await page.thread.locator('[data-message]', { hasText: text }).waitFor()
}

/** A guest whose chat is open on the desk, held by the user. */
export async function openHeldChat(hotel: ScaledHotel): Promise<Guest> {
  const guest = await openGuest(hotel.server.url)
  await guest.say('Could a person help me, please?')
  await hotel.page.chatLink(guest.chatId).waitFor()
  await hotel.page.chooseChat(guest.chatId)
  await hotel.page.takeOver()
  return guest
}

/** Runs in the page: the wall clock's time at which a text is in the document. */
async function waitForText({ text, waitMs }: { text: string; waitMs: number }): Promise<number> {
  const log = document.querySelector('[role=log]')
  if (!log) throw new Error('no thread is open')
  const until = performance.now() + waitMs
  while (!log.textContent.includes(text)) {
    if (performance.now() > until) throw new Error('the message was not drawn')
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        resolve()
      })
      observer.observe(log, { childList: true, subtree: true, characterData: true })
    })
  }
  return performance.timeOrigin + performance.now()
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
