import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { openEditor } from '#tests/support/intent-editor.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NAME = 'Spa/Pool "24h" ✨ %2F'
const RESPONSE = 'The pool is open day and night.'
const TO_SAVE = 'Please save the intent to update audio files.'
const ALL = 'All strings are recorded.'
/** In place of SPEECH_URL=off: the voice of this machine. */
const OWN_VOICE = { SPEECH_URL: '' }

const isPreview = ({ path }: SeenRequest) => path.startsWith('/api/speech/preview')

describe('speech (specification section 2, Intents)', () => {
  journeyAlone(
    'an operator saves an intent, sees its audio made and listens to it; where the voice fails it is said',
    async (hotel) => {
      const desk = await (await hotel.openDesk()).openTab()
      await watchSounds(desk.page)
      await desk.signIn('operator')
      await desk.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Intents' }).click()
      await save(desk)
      await listen(desk)
      await change(hotel, desk)
      await fail(hotel, desk)
      await look(desk)
    },
    { readSettings: () => OWN_VOICE },
  )
})

const status = ({ page }: ConsolePage) => page.getByRole('region', { name: 'Audio' }).getByRole('status')
const play = (desk: ConsolePage) => desk.button('Play')

async function save(desk: ConsolePage): Promise<void> {
  const { page } = desk
  await page.getByRole('link', { name: 'ADD NEW INTENT' }).click()
  await page.getByLabel('Name', { exact: true }).fill(NAME)
  expect(await play(desk).isDisabled()).toBe(true)
  await page.getByLabel('RESPONSE').fill(RESPONSE)
  await status(desk).getByText(TO_SAVE).waitFor()
  await desk.button('SAVE INTENT').click()
  await page.getByRole('heading', { name: `Edit intent: ${NAME}` }).waitFor()
  await status(desk).getByText(ALL).waitFor()
}

/** What is saved sounds, and stops when it is pressed again. */
async function listen(desk: ConsolePage): Promise<void> {
  const { page } = desk
  const zones = page.getByLabel('Time zone')
  expect(await zones.locator('option').allInnerTexts()).toEqual([
    'EST New York',
    'CDT Chicago',
    'PDT Los Angeles',
    'MST Phoenix',
  ])
  expect(await zones.inputValue()).toBe('America/New_York')
  await play(desk).click()
  await waitFor('the response to sound', async () => (await readSounds(page)).some(({ isHeard }) => isHeard))
  await play(desk).waitFor()
  const [sound] = await readSounds(page)
  expect(sound).toMatchObject({ type: 'audio/mpeg', error: null })
  expect(sound?.bytes).toBeGreaterThan(5_000)
}

/** What is typed and not saved is said to have no audio, and sounds all the same; the time is that of the zone. */
async function change(hotel: Hotel, desk: ConsolePage): Promise<void> {
  const { page } = desk
  await page.getByLabel('RESPONSE').fill(`${RESPONSE} It is {time}.`)
  await status(desk).getByText(TO_SAVE).waitFor()
  await page.getByLabel('Time zone').selectOption('MST Phoenix')
  await play(desk).click()
  await desk.button('Stop').click()
  await play(desk).waitFor()
  const asked = new URLSearchParams(hotel.line.seen.filter(isPreview).at(-1)?.path.split('?')[1])
  expect(asked.get('timezone')).toBe('America/Phoenix')
  expect(asked.get('str')).toBe(`${RESPONSE} It is {time}.`)
  await desk.button('SAVE INTENT').click()
  await status(desk).getByText(ALL).waitFor()

  await page.getByLabel('RESPONSE').fill(RESPONSE)
  await desk.button('SAVE INTENT').click()
  await status(desk).getByText(ALL).waitFor()
}

async function fail(hotel: Hotel, desk: ConsolePage): Promise<void> {
  const { page } = desk
  const body = JSON.stringify({ code: 'speech_failed', message: 'The voice hung and was ended.' })
  hotel.line.answerOnce(isPreview, 503, body, { 'content-type': 'application/json', 'retry-after': '5' })
  await play(desk).click()
  await page.getByRole('alert').getByText('The voice hung and was ended.').waitFor()
  hotel.line.answerOnce(isPreview, 200, 'no sound at all', { 'content-type': 'audio/mpeg' })
  await play(desk).click()
  await page.getByRole('alert').getByText('This browser can’t play it.').waitFor()
  const held = hotel.line.holdNext(isPreview)
  await play(desk).click()
  await held
  // What is left while it loads is not played.
  await desk.button('Loading…').click()
  await play(desk).waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
}

async function look(desk: ConsolePage): Promise<void> {
  const { page } = desk
  await lookAt(desk, 'speech-editor')
  await desk.button('BACK').click()
  const list = new ListPage(desk, { one: 'intent', many: 'intents' })
  await list
    .row('breakfast')
    .getByText(/recorded|save the intent/)
    .waitFor()
  await lookAt(desk, 'speech-list')
  await lookOnPhone(desk, 'speech-list')
  await list.search(NAME)
  await list.row(NAME).getByText(ALL).waitFor()
  await openEditor(desk, NAME)
  await status(desk).getByText(ALL).waitFor()
  await lookOnPhone(desk, 'speech-editor')
  await play(desk).click()
  await waitFor('the response to sound', async () => (await readSounds(page)).at(-1)?.isHeard === true)
}

interface SeenSound {
  bytes: number
  type: string
  /** It has got somewhere. */
  isHeard: boolean
  error: string | null
}

/** Notes each audio element that plays from now on, with what it was given. */
async function watchSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sounds: SeenSound[] = []
    Reflect.set(window, 'seenSounds', sounds)
    const playAsItIs = Reflect.get(HTMLMediaElement.prototype, 'play') as () => Promise<void>
    HTMLMediaElement.prototype.play = function play() {
      const sound: SeenSound = { bytes: 0, type: '', isHeard: false, error: null }
      sounds.push(sound)
      this.addEventListener('timeupdate', () => {
        if (this.currentTime > 0) sound.isHeard = true
      })
      this.addEventListener('error', () => {
        sound.error = this.error?.message ?? ''
      })
      void fetch(this.src).then(async (response) => {
        const blob = await response.blob()
        Object.assign(sound, { bytes: blob.size, type: blob.type })
      })
      return playAsItIs.call(this)
    }
  })
}

function readSounds(page: Page): Promise<SeenSound[]> {
  return page.evaluate(() => [...(Reflect.get(window, 'seenSounds') as SeenSound[])])
}
