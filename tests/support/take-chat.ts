import type { ConsolePage } from './console-page.ts'
import type { Guest } from './guest.ts'
import type { Hotel } from './hotel.ts'
import { countOperations } from './raw-database.ts'
import { waitFor } from './wait-for.ts'

/** A guest who asks for a person, and whose chat this agent opens and takes: the environment has heard of it. */
export async function takeNextChat(hotel: Hotel, agent: ConsolePage, name?: string): Promise<Guest> {
  const guest = await hotel.openGuestInNeed(name)
  await agent.chooseChat(guest.chatId)
  await takeOpenChat(agent, guest.chatId)
  return guest
}

/** Takes over the chat that is open: the environment has heard of it. */
export async function takeOpenChat(agent: ConsolePage, chatId: string): Promise<void> {
  await agent.takeOver()
  // The message box is drawn from the operation in the outbox; the header may not have counted it yet.
  await waitFor('the takeover to be sent', async () => (await countOperations(agent.page, chatId)) === 0)
  await agent.waitUntilUnsent(0)
}
