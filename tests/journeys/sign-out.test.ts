import { describe, expect } from 'vitest'
import { isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { refuseSession } from '#tests/support/raw-database.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('signing out (D8)', () => {
  journey('‘Send now, then sign out’ waits until what is unsent has arrived', async (hotel) => {
    const { agent, guest } = await holdChat(hotel)
    const held = hotel.line.holdNext(isSend)
    await agent.write('before I go')
    await held.arrived
    await agent.button('Menu').click()
    await agent.page.getByRole('menuitem', { name: 'Sign Out' }).click()
    const dialog = agent.page.getByRole('dialog')
    await dialog.getByText('One thing is not sent yet.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Send now, then sign out' }).click()
    await dialog.getByText('Sending…', { exact: false }).waitFor()
    expect(await agent.button('LOGIN').count()).toBe(0)

    held.letGo()
    await agent.button('LOGIN').waitFor()
    expect(await guest.readStaffTexts()).toEqual(['before I go'])
    await agent.enterCredentials('agent')
    await agent.chats.waitFor()
    await agent.waitUntilUnsent(0)
    expect(await guest.readStaffTexts()).toEqual(['before I go'])
  })

  journey(
    'a second tab shows nothing of the former user, and no mirror holds anything of theirs',
    async (hotel) => {
      const { desk, agent, guest } = await holdChat(hotel)
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
    },
  )

  journey('one that fails says so over the whole screen, and works when it is tried again', async (hotel) => {
    const { agent } = await holdChat(hotel)
    // With a line a pull would write to the session too.
    await hotel.goOffline()
    const mend = await refuseSession(agent.page)
    await agent.button('Menu').click()
    await agent.page.getByRole('menuitem', { name: 'Sign Out' }).click()
    const dialog = agent.page.getByRole('dialog', { name: 'Sign Out' })
    await dialog.getByRole('alert').filter({ hasText: 'you are still signed in' }).waitFor()
    await dialog.getByRole('button', { name: 'Stay signed in' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await agent.chats.isVisible()).toBe(true)

    await agent.button('Menu').click()
    await agent.page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await dialog.getByRole('alert').waitFor()
    await mend()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await agent.button('LOGIN').waitFor()
  })

  journey(
    'the environment hears of a sign-out that was made offline, once there is a line',
    async (hotel) => {
      const { agent } = await holdChat(hotel)
      const authorization = hotel.line.seen.flatMap(({ headers }) => headers.authorization ?? []).at(-1)
      if (authorization === undefined) throw new Error('The console never called with a token.')
      const readStatus = async () =>
        (await fetch(`${hotel.server.url}/api/info/chats?limit=1`, { headers: { authorization } })).status
      await hotel.goOffline()
      await agent.signOut()
      expect(await readStatus()).toBe(200)
      await hotel.goOnline()
      await waitFor('the token to be no longer valid', async () => (await readStatus()) === 401)
    },
  )
})

async function holdChat(hotel: Hotel) {
  const desk = await hotel.openDesk()
  const agent = await desk.openTab()
  const guest = await hotel.openGuestInNeed()
  await agent.signIn('agent')
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.waitUntilUnsent(0)
  return { desk, agent, guest }
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
