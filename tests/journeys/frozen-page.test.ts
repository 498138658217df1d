import type { CDPSession, Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

interface Place {
  x: number
  y: number
}

/** For so long the page hears nothing, ms. */
const FROZEN_MS = 1_500

journey(
  'what is pressed while the page hears nothing is never for the chat before the one that was chosen',
  async (hotel) => {
    const agent = await (await hotel.openDesk()).openTab()
    await agent.signIn('agent')
    const session = await agent.page.context().newCDPSession(agent.page)
    await choose(hotel, agent, session, () => pressKey(session, 't'))
    await choose(hotel, agent, session, (takeOver) => pressMouse(session, takeOver))
  },
)

/** A chat is open; another one is chosen and `act` done with the page frozen. What is pressed once it is drawn is for that one. */
async function choose(
  hotel: Hotel,
  agent: ConsolePage,
  session: CDPSession,
  act: (takeOver: Place) => Promise<unknown>,
): Promise<void> {
  const staff = await hotel.signInStaff('admin')
  const former = await hotel.openGuestInNeed()
  const chosen = await hotel.openGuestInNeed()
  await agent.chatLink(chosen.chatId).waitFor()
  await agent.chooseChat(former.chatId)
  const takeOver = await findMiddle(agent.button('Take over'))
  const row = await findMiddle(agent.chatLink(chosen.chatId).first())

  const seen = agent.page.evaluate(freeze, FROZEN_MS)
  await Promise.all([pressMouse(session, row), act(takeOver)])
  await seen
  await agent.page.waitForURL(`**/messenger/${chosen.chatId}*`)
  await agent.chatLink(chosen.chatId).and(agent.page.locator('[aria-current]')).first().waitFor()
  await agent.takeOver()
  await waitFor(
    'the chosen chat to be taken',
    async () => (await staff.readChat(chosen.chatId)).user !== null,
  )
  expect((await staff.readChat(former.chatId)).user).toBeNull()
}

/** Runs in the page. */
function freeze(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function findMiddle(target: Locator): Promise<Place> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function pressMouse(session: CDPSession, place: Place): Promise<void> {
  const press = { ...place, button: 'left', clickCount: 1 } as const
  await Promise.all([
    session.send('Input.dispatchMouseEvent', { ...press, type: 'mousePressed' }),
    session.send('Input.dispatchMouseEvent', { ...press, type: 'mouseReleased' }),
  ])
}

async function pressKey(session: CDPSession, key: string): Promise<void> {
  const pressed = {
    key,
    code: `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
  }
  await Promise.all([
    session.send('Input.dispatchKeyEvent', { ...pressed, type: 'rawKeyDown' }),
    session.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyUp' }),
  ])
}
