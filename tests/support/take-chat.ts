import type { ConsolePage } from './console-page.ts'
import type { Guest } from './guest.ts'
import type { Hotel } from './hotel.ts'

/** A guest who asks for a person, and whose chat this agent opens and takes: the environment has heard of it. */
export async function takeNextChat(hotel: Hotel, agent: ConsolePage, name?: string): Promise<Guest> {
  const guest = await hotel.openGuestInNeed(name)
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.waitUntilUnsent(0)
  return guest
}
