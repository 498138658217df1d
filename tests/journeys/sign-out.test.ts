import { describe, expect } from 'vitest'
import { isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { holdMirrors, isSignedIn, refuseClearing, refuseSessionEnd } from '#tests/support/raw-database.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('signing out (D8)', () => {
  journey(
    '‘Send now, then sign out’ waits until all has arrived; a second tab shows nothing; one that fails says so, and works when it is tried again',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await sendThenSignOut(hotel, agent)
      const again = await leaveNothing(hotel, desk, agent)
      await failWithSomethingLeft(hotel, again)
      await failWithNothingLeft(hotel, again)
    },
  )

  journey(
    'one that a closed page has interrupted is finished at the next start, before anything is shown; what can’t be removed is said, and removed when that is tried again',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await closeInBetween(desk, agent)
      await removeLater(desk)
    },
  )
})

/** It waits until what is unsent has arrived. */
async function sendThenSignOut(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const arrival = hotel.line.holdNext(isSend)
  await agent.write('before I go')
  const held = await arrival
  await agent.chooseSignOut()
  const dialog = agent.signOutDialog
  await dialog.getByText('One thing is not sent yet.', { exact: false }).waitFor()
  await agent.leaveBehind('Send now, then sign out')
  await dialog.getByText('Sending…', { exact: false }).waitFor()
  expect(await agent.button('LOGIN').count()).toBe(0)

  held.letGo()
  await agent.button('LOGIN').waitFor()
  expect(await guest.readStaffTexts()).toEqual(['before I go'])
  await agent.enterCredentials('agent')
  await agent.chats.waitFor()
  await agent.waitUntilUnsent(0)
  expect(await guest.readStaffTexts()).toEqual(['before I go'])
}

/** A second tab shows nothing of the former user, and no mirror holds anything of theirs. */
async function leaveNothing(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<ConsolePage> {
  const guest = await takeNextChat(hotel, agent)
  await agent.write('between us')
  await guest.waitForStaffTexts(['between us'])
  const second = await desk.openTab()
  await second.openChat(guest.chatId)
  await second.thread.getByText('between us', { exact: true }).waitFor()
  await second.composer.fill('a draft of the former user')
  await agent.waitUntilUnsent(0)

  await agent.signOut()
  await second.button('LOGIN').waitFor()
  for (const tab of [agent, second]) {
    const shown = await tab.page.locator('body').innerText()
    expect(shown).not.toContain(guest.name)
    expect(shown).not.toContain('between us')
    expect(shown).not.toContain('a draft of the former user')
  }
  await waitFor('the mirrors to be empty', async () => {
    const mirrored = await listMirrored(agent)
    if (mirrored.length > 0) throw new Error(`There is still ${mirrored.join(', ')}.`)
    return true
  })
  await second.page.reload()
  await second.button('LOGIN').waitFor()
  expect(await listMirrored(second)).toEqual([])
  await agent.page.close()
  return second
}

/** The environment hears of it once there is a line. */
async function failWithSomethingLeft(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await agent.enterCredentials('agent')
  await agent.waitUntilLive()
  await takeNextChat(hotel, agent)
  const authorization = hotel.line.seen.flatMap(({ headers }) => headers.authorization ?? []).at(-1)
  if (authorization === undefined) throw new Error('The console never called with a token.')
  const readStatus = async () =>
    (await fetch(`${hotel.server.url}/api/info/chats?limit=1`, { headers: { authorization } })).status
  // The environment can not hear of the sign-out.
  await hotel.goOffline()
  await tryAgain(agent, true)
  expect(await readStatus()).toBe(200)
  await hotel.goOnline()
  await waitFor('the token to be no longer valid', async () => (await readStatus()) === 401)
}

/** It is one tap then, and that it failed is said over the screen. */
async function failWithNothingLeft(hotel: Hotel, marketing: ConsolePage): Promise<void> {
  await marketing.enterCredentials('marketing')
  await marketing.waitUntilLive()
  await marketing.waitUntilUnsent(0)
  await hotel.goOffline()
  await tryAgain(marketing, false)
}

/** One that fails says so over the whole screen, and works when it is tried again. `isAsked`: something is left behind. */
async function tryAgain(agent: ConsolePage, isAsked: boolean): Promise<void> {
  const mend = await refuseSessionEnd(agent.page)
  const dialog = agent.signOutDialog
  await agent.chooseSignOut()
  if (isAsked) await agent.leaveBehind()
  await dialog.getByRole('alert').filter({ hasText: 'you are still signed in' }).waitFor()
  await dialog.getByRole('button', { name: isAsked ? 'Close' : 'Stay signed in' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await agent.chats.isVisible()).toBe(true)

  await agent.chooseSignOut()
  if (isAsked) await agent.leaveBehind()
  await dialog.getByRole('alert').waitFor()
  await mend()
  if (isAsked) await agent.leaveBehind()
  else await dialog.getByRole('button', { name: 'Try again' }).click()
  await agent.button('LOGIN').waitFor()
}

/** The page is closed when the session has ended and nothing is cleared yet. */
async function closeInBetween(desk: Desk, agent: ConsolePage): Promise<void> {
  expect(await listMirrored(agent)).toContainEqual(expect.stringMatching(/^chats: /))
  await holdMirrors(agent.page)
  // A reading of what is new may be under way at any time: it must not stand behind the held part.
  await agent.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await agent.waitUntilLive()
  await agent.chooseSignOut()
  // It asks where something is left behind, and not at once.
  await waitFor('the question, or the session to end', async () => {
    return (await agent.signOutDialog.isVisible()) || !(await isSignedIn(agent.page))
  })
  if (await agent.signOutDialog.isVisible()) await agent.leaveBehind()
  await waitFor('the session to end', async () => !(await isSignedIn(agent.page)))
  await agent.page.close()

  const next = await desk.openTab()
  await next.open()
  await next.button('LOGIN').waitFor()
  expect(await listMirrored(next)).toEqual([])
  await next.page.close()
}

/** Nobody is told that they are still signed in, because they are not. */
async function removeLater(desk: Desk): Promise<void> {
  const agent = await desk.openTab()
  await agent.signIn('agent')
  desk.expectProblem(/a sign-out could not be finished/)
  const mend = await refuseClearing(agent.page)
  await agent.signOut()
  const left = agent.page.getByRole('alert').filter({ hasText: 'could not be removed from this device yet' })
  await left.waitFor()
  expect(await agent.page.getByText('still signed in').count()).toBe(0)

  // Its user stays out, because what is there was to be gone.
  await agent.enterCredentials('agent')
  await agent.page.getByText('so you can’t sign in here yet', { exact: false }).waitFor()
  await left.getByRole('button', { name: 'Remove them now' }).click()
  await left.getByText('It did not work.', { exact: false }).waitFor()
  expect(await listMirrored(agent)).not.toEqual([])

  await mend()
  await left.getByRole('button', { name: 'Remove them now' }).click()
  await left.waitFor({ state: 'detached' })
  expect(await listMirrored(agent)).toEqual([])
  await agent.enterCredentials('agent')
  await agent.waitUntilLive()
}

/** What this device's mirrors hold, `store: rows` of each that is not empty; their bookkeeping (`meta`) is not listed. */
function listMirrored(tab: ConsolePage): Promise<string[]> {
  return tab.page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const found: string[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('bellhop-mirror-')) continue
      const db = await settle(indexedDB.open(name))
      for (const store of [...db.objectStoreNames].filter((candidate) => candidate !== 'meta')) {
        const count = await settle(db.transaction(store).objectStore(store).count())
        if (count > 0) found.push(`${store}: ${count}`)
      }
      db.close()
    }
    return found
  })
}
