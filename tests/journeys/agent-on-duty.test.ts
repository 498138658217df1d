import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { dutyIntervalsSchema, type DutyInterval } from '#src/contract/bot-configs.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PATH = '/config/agent-on-duty'
const NIGHT = 'Night porter'
const GUIDANCE = /^An end earlier than the start makes an overnight shift/

describe('agent on duty', () => {
  journeyAlone(
    'a shift over midnight is one row, whatever is done to it; the week shows who is on and when nobody is',
    async (hotel) => {
      const house = await openHouse(hotel)
      await house.clear()
      const desk = await hotel.openDesk()
      const admin = await desk.openTab()
      await admin.signInAt(PATH, 'admin')
      await admin.page.getByText('No shift is enabled: everybody who is signed in is alerted').waitFor()
      await refuseEqualTimes(admin)
      await addNight(hotel, admin, house)
      await seeWeek(admin)
      await lookAt(admin, 'duty')
      await edit(hotel, admin, house)
      await switchBoth(hotel, admin, house)
      await deleteSome(admin, house)
      await readOffline(hotel, admin)
      await lookOnPhone(admin, 'duty')
    },
  )

  journeyAlone(
    'where the environment knows no people and zones, a shift over midnight is two rows',
    async (hotel) => {
      const house = await openHouse(hotel)
      await house.clear()
      const desk = await hotel.openDesk()
      const admin = await desk.openTab()
      await admin.signInAt(PATH, 'admin')
      const form = admin.page.getByRole('form', { name: 'Add shift' })
      await form.waitFor()
      expect(await form.getByRole('group', { name: 'Who' }).count()).toBe(0)
      await form.getByLabel('Start', { exact: true }).fill('22:00')
      await form.getByLabel('End', { exact: true }).fill('06:00')
      await form.getByRole('button', { name: 'Add shift' }).click()
      await admin.page.getByRole('row', { name: '10:00 PM to 12:00 AM' }).waitFor()
      await admin.page.getByRole('row', { name: '12:00 AM to 6:00 AM' }).waitFor()
      expect(await house.times()).toEqual(['00:00-06:00', '22:00-24:00'])
    },
    { kinds: ['plain'] },
  )
})

async function refuseEqualTimes(admin: ConsolePage): Promise<void> {
  const form = admin.page.getByRole('form', { name: 'Add shift' })
  await form.getByText(GUIDANCE).waitFor()
  await form.getByLabel('Start', { exact: true }).fill('22:00')
  // Both begin with the time of day: what is filled in must be a change at 22:00, too.
  await form.getByLabel('End', { exact: true }).fill('06:00')
  await form.getByLabel('End', { exact: true }).fill('22:00')
  await form
    .getByText(/^Start and end are the same/)
    .first()
    .waitFor()
  expect(await form.getByRole('button', { name: 'Add shift' }).isDisabled()).toBe(true)
}

/** The second part is refused first: the first one is taken back, and what was typed stays. */
async function addNight(hotel: Hotel, admin: ConsolePage, house: House): Promise<void> {
  const form = admin.page.getByRole('form', { name: 'Add shift' })
  const button = form.getByRole('button', { name: 'Add shift' })
  await form.getByLabel('End', { exact: true }).fill('06:00')
  await form.getByRole('textbox', { name: 'Name' }).fill(NIGHT)
  await form.getByRole('textbox', { name: 'Message' }).fill('Night desk')
  await form.getByRole('group', { name: 'Who' }).getByRole('checkbox', { name: 'Maria' }).first().check()
  await form.getByRole('switch', { name: 'Enabled' }).click()
  // The second of two creates is the one that fails.
  let creates = 0
  const body = JSON.stringify({ message: 'Not after midnight.', code: 'invalid' })
  hotel.line.answerOnce(
    ({ method, path }) => method === 'POST' && path.startsWith('/api/bot-config') && (creates += 1) === 2,
    422,
    body,
    { 'content-type': 'application/json' },
  )
  await button.click()
  await form.getByText('Not after midnight. The part before midnight was taken back.').first().waitFor()
  expect(await house.times()).toEqual([])
  await button.click()
  await admin.page.getByRole('row', { name: NIGHT }).getByText('6:00 AM next day').waitFor()
  expect(await house.times()).toEqual(['00:00-06:00', '22:00-24:00'])
  const ids = (await house.list()).map(({ shiftId }) => shiftId)
  expect([ids[0] === undefined, new Set(ids).size]).toEqual([false, 1])
}

async function seeWeek(admin: ConsolePage): Promise<void> {
  const week = admin.page.getByRole('region', { name: 'The next seven days' })
  await week.getByRole('img', { name: /Nobody is on duty for .* of the next seven days/ }).waitFor()
  expect(
    await week.getByRole('list', { name: 'Nobody on duty' }).getByRole('listitem').count(),
  ).toBeGreaterThan(5)
  await week.getByText('Who is on duty when').click()
  await week
    .getByText(/10:00 PM to .* 6:00 AM \(8 h\): Maria/)
    .first()
    .waitFor()
}

async function edit(hotel: Hotel, admin: ConsolePage, house: House): Promise<void> {
  await admin.page.getByRole('link', { name: `Edit ${NIGHT}` }).click()
  await admin.page.getByRole('heading', { name: `Edit shift: ${NIGHT}` }).waitFor()
  const end = admin.page.getByLabel('End', { exact: true })
  expect(await end.inputValue()).toBe('06:00')
  await end.fill('22:00')
  await admin.page
    .getByText(/^Start and end are the same/)
    .first()
    .waitFor()
  await end.fill('07:00')
  let puts = 0
  const body = JSON.stringify({ message: 'Not so late.', code: 'invalid' })
  hotel.line.answerOnce(({ method }) => method === 'PUT' && (puts += 1) === 2, 422, body, {
    'content-type': 'application/json',
  })
  await admin.button('Save').click()
  await admin.page.getByText('Not so late.', { exact: true }).first().waitFor()
  expect(await end.inputValue()).toBe('07:00')
  expect(await house.times()).toEqual(['00:00-06:00', '22:00-24:00'])
  await end.fill('07:30')
  await admin.button('Save').click()
  await admin.page.getByText('Saved', { exact: true }).waitFor()
  expect(await house.times()).toEqual(['00:00-07:30', '22:00-24:00'])
  await lookAt(admin, 'shift')
  await admin.button('Back').click()
  await admin.page.waitForURL(`**${PATH}`)
}

/** ENABLED is of both parts, also where the second fails first. */
async function switchBoth(hotel: Hotel, admin: ConsolePage, house: House): Promise<void> {
  const row = admin.page.getByRole('row', { name: NIGHT })
  await admin.page.getByRole('switch', { name: `Enabled of ${NIGHT}` }).click()
  await row.getByText('Saved', { exact: true }).waitFor()
  expect((await house.list()).map(({ isEnabled }) => isEnabled)).toEqual([false, false])
  let puts = 0
  hotel.line.answerOnce(({ method }) => method === 'PUT' && (puts += 1) === 2, 500, 'no', {})
  await admin.page.getByRole('switch', { name: `Enabled of ${NIGHT}` }).click()
  await row.getByText('Not saved', { exact: true }).waitFor()
  expect((await house.list()).map(({ isEnabled }) => isEnabled)).toEqual([false, false])
  await admin.page.reload()
  await row.waitFor()
}

async function deleteSome(admin: ConsolePage, house: House): Promise<void> {
  const row = admin.page.getByRole('row', { name: NIGHT })
  await admin.button(`Delete ${NIGHT}`).click()
  await row.waitFor({ state: 'detached' })
  await admin.button(`Undo: delete ${NIGHT}`).click()
  await row.waitFor()
  await admin.button(`Delete ${NIGHT}`).click()
  await row.waitFor({ state: 'detached' })
  await admin.page.getByRole('link', { name: 'Conversations' }).click()
  await waitFor('both parts to be deleted', async () => (await house.list()).length === 0)

  for (const name of ['Early', 'Late', 'Stays']) await house.add(name)
  await admin.open(PATH)
  for (const name of ['Early', 'Late'])
    await admin.page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await admin.button('Delete shifts (2)').click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete 2 shifts' }).click()
  await admin.page.getByText('2 shifts deleted.').first().waitFor()
  expect((await house.list()).map(({ name }) => name)).toEqual(['Stays'])
}

async function readOffline(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await hotel.goOffline()
  await admin.page.reload()
  await admin.page.getByRole('row', { name: 'Stays' }).waitFor()
  await admin.page.getByText('You are offline.', { exact: false }).first().waitFor()
  await admin.page.getByRole('img', { name: /Nobody is on duty for/ }).waitFor()
  expect(await admin.button('Delete Stays').isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('it to be writable again', () => admin.button('Delete Stays').isEnabled())
}

interface House {
  list(): Promise<DutyInterval[]>
  /** The intervals on the wire, by their times. */
  times(): Promise<string[]>
  add(name: string): Promise<void>
  clear(): Promise<void>
}

async function openHouse(hotel: Hotel): Promise<House> {
  const { token } = await hotel.signInStaff('admin')
  const url = `${hotel.server.url}/api/bot-config`
  const list = () => callJson(dutyIntervalsSchema, `${url}/?type=agentOnDuty`, { token })
  const config = { shiftStart: '08:00', shiftEnd: '16:00', frequency: 'Daily', isEnabled: true }
  return {
    list,
    times: async () => (await list()).map(({ shiftStart, shiftEnd }) => `${shiftStart}-${shiftEnd}`).sort(),
    add: async (name) =>
      void (await callJson(v.unknown(), url, {
        token,
        method: 'POST',
        json: { type: 'agentOnDuty', config: { ...config, name } },
      })),
    async clear() {
      for (const { id } of await list()) {
        await callJson(v.unknown(), `${url}/${id}?type=agentOnDuty`, { token, method: 'DELETE' })
      }
    },
  }
}
