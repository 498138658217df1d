import type { DemoChat } from './rows.ts'

const COUNT = 2

/** The chats with which the demonstration's staff try the bot: of the web, and such as nobody waits in. */
export function chooseTestUsers(chats: readonly DemoChat[]): { chatId: string }[] {
  const calm = chats.filter(
    ({ source, user, helpAt }) => source === 'web' && user === null && helpAt === null,
  )
  return calm.slice(-COUNT).map(({ id }) => ({ chatId: id }))
}
