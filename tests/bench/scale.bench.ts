import { afterAll, beforeAll, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchChromium } from '#tests/support/chromium.ts'
import {
  measureIncoming,
  measureSend,
  measureStart,
  measureSwitch,
  openHeldChat,
  waitUntilAtRest,
  waitUntilSettled,
} from './measure.ts'
import { reportFigure } from './figures.ts'
import { countMirrored, openScaledHotel, type ScaledHotel } from './scaled-hotel.ts'

const SMALL = { chats: 200, messages: 4_000 }
const LARGE = { chats: 10_000, messages: 200_000 }
const STARTS = 15
const SWITCHES = 60
const MESSAGES = 20
const SENDS = 50
/** Large against small. */
const MAX_RATIO = 1.1

let browser: Browser
let small: ScaledHotel
let large: ScaledHotel

beforeAll(async () => {
  browser = await launchChromium()
  small = await openScaledHotel(browser, 'small', SMALL.chats, SMALL.messages)
  large = await openScaledHotel(browser, 'large', LARGE.chats, LARGE.messages)
  for (const hotel of [small, large]) {
    console.log(
      `${hotel.name}: mirror of ${await countMirrored(hotel.page, 'chats')} chats, ` +
        `${await countMirrored(hotel.page, 'messages')} messages`,
    )
  }
})

afterAll(async () => {
  await small.close()
  await large.close()
  await browser.close()
})

it('a start costs the same with 10,000 chats as with 200', async () => {
  report('start until rows are live', await compare(STARTS, (hotel) => measureStart(hotel)))
})

it('a chat switch costs the same', async () => {
  report(
    'chat switch until painted',
    await compare(SWITCHES, async (hotel, round) => {
      const ms = await measureSwitch(hotel, (round % 8) + 1)
      // The two share one browser: what one still draws and fetches is not what the other's person waits for.
      await waitUntilAtRest(hotel)
      return ms
    }),
  )
})

it('an incoming message costs the same, and a sent one is drawn at once', async () => {
  const guests = new Map([
    [small, await openHeldChat(small)],
    [large, await openHeldChat(large)],
  ])
  const incoming = await compare(MESSAGES, (hotel, round) => {
    const guest = guests.get(hotel)
    if (!guest) throw new Error('no guest')
    return measureIncoming(hotel, guest, `Incoming ${round} in ${hotel.name}`)
  })
  report('incoming message, call until drawn', incoming)

  for (const [state, set] of LINE_STATES) {
    set(small)
    set(large)
    const sent = await compare(SENDS, async (hotel, round) => {
      const text = `Sent ${round} ${state} ${hotel.name}`
      const ms = await measureSend(hotel, text)
      // As with a switch.
      if (state === 'up') await waitUntilSettled(hotel, text)
      return ms
    })
    report(`Enter until drawn, line ${state}`, sent)
    small.line.pass()
    large.line.pass()
  }
})

const LINE_STATES: [string, (hotel: ScaledHotel) => void][] = [
  ['up', () => undefined],
  ['stalled', (hotel) => hotel.line.stall()],
  ['cut', (hotel) => hotel.line.cut()],
]

interface Compared {
  small: number[]
  large: number[]
}

/** Measures both in turn, so that whatever else the machine does falls on both. The first of each warms up. */
async function compare(
  rounds: number,
  measure: (hotel: ScaledHotel, round: number) => Promise<number>,
): Promise<Compared> {
  const compared: Compared = { small: [], large: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const inSmall = await measure(small, round)
    const inLarge = await measure(large, round)
    if (round === 0) continue
    compared.small.push(inSmall)
    compared.large.push(inLarge)
  }
  return compared
}

function report(name: string, { small: limits, large: values }: Compared): void {
  reportFigure({ name: `${name}, 10,000 chats beside 200`, unit: 'ms', values, limits, most: MAX_RATIO })
}
