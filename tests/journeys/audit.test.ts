import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** More than a page of the log has. */
const MANY = 60

describe('the audit', () => {
  // It saves more answers than a hotel's people would want to choose from.
  journeyAlone(
    'says who changed what and when, in pages; is filtered, exported and read without a line',
    async (hotel) => {
      const house = await openHouse(hotel)
      const label = `Audited ${crypto.randomUUID().slice(0, 8)}`
      const desk = await hotel.openDesk()
      const admin = await desk.openTab()
      await admin.signIn('admin')
      await openByMenu(admin)
      await seeChanges(admin, house, label)
      await exportWhole(hotel, admin, house, label)
      await showOlder(admin)
      await filter(admin, label)
      await exportRows(admin, label)
      await lookAt(admin, 'audit')
      await readOffline(hotel, admin, label)
      await lookOnPhone(admin, 'audit')
    },
  )
})

async function openByMenu(admin: ConsolePage): Promise<void> {
  await admin.button('Menu').click()
  await admin.page.getByRole('menuitem', { name: 'Audit' }).click()
  await admin.page.getByRole('heading', { name: 'Audit', exact: true }).waitFor()
}

/** Each write is there a moment later, by itself. */
async function seeChanges(admin: ConsolePage, house: House, label: string): Promise<void> {
  const id = await house.add(label, 'Until noon.')
  const rows = admin.page.getByRole('row').filter({ hasText: label })
  const added = rows.filter({ hasText: 'Added' })
  await added.getByText('Response: “Until noon.”', { exact: true }).waitFor()
  await added.getByText('Responses', { exact: true }).waitFor()
  await house.change(id, 'Until one.')
  await rows
    .filter({ hasText: 'Changed' })
    .getByText('Response: “Until noon.” became “Until one.”', { exact: true })
    .waitFor()
  await house.remove(id)
  await rows.filter({ hasText: 'Deleted' }).getByText('Response: was “Until one.”', { exact: true }).waitFor()
  await rows.getByText(house.name, { exact: true }).first().waitFor()
}

/** Also what was never on the screen; where the line breaks on the way, it goes on from there. */
async function exportWhole(hotel: Hotel, admin: ConsolePage, house: House, label: string): Promise<void> {
  for (let nth = 0; nth < MANY; nth += 1) await house.add(`${label} many ${nth}`, 'One of many.')
  await admin.page.reload()
  const body = JSON.stringify({ message: 'The log is being moved.', code: 'conflict' })
  const isWhole = ({ path }: SeenRequest) => path.startsWith('/api/admin/audit') && path.includes('limit=')
  hotel.line.answerOnce(isWhole, 409, body, { 'content-type': 'application/json' })
  const button = admin.button('Export the whole audit')
  // Rows are measured as they come into view, which moves what stands below them: also between a press and its release.
  await button.hover()
  await button.click()
  await admin.page.getByText('Not exported: The log is being moved.', { exact: false }).waitFor()
  const download = admin.page.waitForEvent('download')
  await admin.button('Try again').click()
  const words = await readFile(await (await download).path(), 'utf8')
  expect(words.match(new RegExp(`${label} many \\d+,Added`, 'g'))).toHaveLength(MANY)
  expect(words).toContain('Response: “Until noon.” became “Until one.”')
}

async function showOlder(admin: ConsolePage): Promise<void> {
  const note = admin.page.getByText(/^\d+ changes$/)
  await note.waitFor()
  const before = await note.textContent()
  await admin.button('Show older').click()
  await waitFor('older ones to be there', async () => (await note.textContent()) !== before)
  // The first of all is among them.
  await search(admin, 'Response: “Until noon.” became')
  await admin.page.getByRole('row').filter({ hasText: 'Until one.' }).first().waitFor()
  await search(admin, '')
}

async function filter(admin: ConsolePage, label: string): Promise<void> {
  await admin.page.getByRole('combobox', { name: 'List', exact: true }).selectOption({ label: 'Responses' })
  await search(admin, `${label} many 7`)
  await admin.page.getByText(/^1 of \d+ changes$/).waitFor()
}

async function exportRows(admin: ConsolePage, label: string): Promise<void> {
  const download = admin.page.waitForEvent('download')
  await admin.button('Export CSV').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^changes-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]?.replace('\uFEFF', '')).toBe('When,Who,List,Name,What,Changes')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Responses,${label} many 7,Added,`)
  await search(admin, '')
}

async function readOffline(hotel: Hotel, admin: ConsolePage, label: string): Promise<void> {
  await hotel.goOffline()
  await admin.page.reload()
  await admin.page.getByText('You are offline.', { exact: false }).first().waitFor()
  await search(admin, `${label} many 3`)
  await admin.page
    .getByRole('row')
    .filter({ hasText: `${label} many 3` })
    .first()
    .waitFor()
  await search(admin, '')
  await hotel.goOnline()
  await admin.page.getByText('You are offline.', { exact: false }).first().waitFor({ state: 'detached' })
}

async function search(admin: ConsolePage, words: string): Promise<void> {
  await admin.page.getByRole('searchbox', { name: 'Search changes...' }).fill(words)
}

/** Somebody who keeps the saved answers elsewhere. */
interface House {
  name: string
  add(label: string, answer: string): Promise<string>
  change(id: string, answer: string): Promise<void>
  remove(id: string): Promise<void>
}

async function openHouse(hotel: Hotel): Promise<House> {
  const { token, user } = await hotel.signInStaff('manager')
  const url = `${hotel.server.url}/api/manager/typical-answers/`
  const call = (path: string, method: string, json?: unknown) =>
    callJson(v.unknown(), url + path, { token, method, ...(json === undefined ? {} : { json }) })
  return {
    name: user.name,
    add: async (label, answer) =>
      v.parse(v.object({ id: v.string() }), await call('', 'POST', { label, answer })).id,
    change: async (id, answer) => void (await call(id, 'PUT', { answer })),
    remove: async (id) => void (await call(id, 'DELETE')),
  }
}
