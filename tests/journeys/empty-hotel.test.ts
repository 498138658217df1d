import { expect, it } from 'vitest'
import { findSharedChromium, openContext } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { openGuest } from '#tests/support/guest.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

const ADMIN = { username: 'the-first', password: 'a-password-of-their-own' }

it('a hotel without chats says so, and its first guest appears by itself', async () => {
  const server = await startServerProcess({
    env: { SEED: 'none', ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
  })
  const { context, takeProblems } = await openContext(await findSharedChromium('shell'))
  try {
    const admin = new ConsolePage(await context.newPage(), server.url)
    await admin.open()
    await admin.enterCredentials(ADMIN.username, ADMIN.password)
    const words = admin.page.getByText('No messages in system yet.', { exact: true })
    await words.waitFor()
    // A start that finds a mirror with nothing in it asks the environment all the same.
    await admin.page.reload()
    await words.waitFor()
    const guest = await openGuest(server.url, 'Ana Ruiz')
    await guest.say('Is anybody there?')
    await admin.chatLink(guest.chatId).waitFor()
    expect(await words.count()).toBe(0)
    expect(takeProblems()).toEqual([])
  } finally {
    await context.close()
    await server.remove()
  }
})
