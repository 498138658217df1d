import type { Chat } from '#src/contract/chats.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { isTakeoverKind, waitsForUser, type Operation } from '#src/domain/outbox/operation.ts'
import { overlayChat } from '#src/domain/outbox/overlay.ts'
import { readHeldChats } from './mirror/held-chats.ts'
import { readMe } from './me.ts'
import { readUnsent, type UnsentGroup } from './unsent.ts'
import type { Workspace } from './workspace.ts'

/**
 * A chat that the user would leave behind: they hold it, or something of theirs in it is unsent.
 *
 * `mine`: theirs, to be handed over. `asked`: theirs, and something that decides on it waits for them. `leaving`: theirs
 * still, and on its way to the bot or a colleague. `other`: not theirs as far as this device knows.
 */
export interface HandoverRow extends UnsentGroup {
  standing: 'mine' | 'asked' | 'leaving' | 'other'
}

/**
 * What is to be handed over or settled before a sign-out; nothing left gives no row. Held chats come first, by name, so
 * that none moves while others go; then the rest, the oldest first. Outbox first, then mirror (O6).
 */
export async function readHandover(workspace: Workspace): Promise<HandoverRow[]> {
  const groups = await readUnsent(workspace)
  const me = readMe(workspace)
  const held = await readHeldChats(workspace.mirror, me)
  const known = new Map(groups.map((group) => [group.chatId, group]))
  const mine = held.sort(compareChats).map((chat): HandoverRow => {
    const { operations, drafts } = known.get(chat.id) ?? { operations: [], drafts: [] }
    const group = { chatId: chat.id, chat, operations, drafts }
    return { ...group, standing: findStanding(chat, group, workspace) }
  })
  const heldIds = new Set(held.map(({ id }) => id))
  const others = groups.filter(({ chatId }) => !heldIds.has(chatId))
  return [...mine, ...others.map((group): HandoverRow => ({ ...group, standing: 'other' }))]
}

function findStanding(
  chat: Chat,
  { operations }: UnsentGroup,
  workspace: Workspace,
): Exclude<HandoverRow['standing'], 'other'> {
  const me = readMe(workspace)
  const lane = operations.flatMap(({ operation }) => (operation.lane === chat.id ? [operation] : []))
  if (!isHeldBy(overlayChat(chat, lane, me).user, me)) return 'leaving'
  return lane.some(isUnanswered) ? 'asked' : 'mine'
}

function isUnanswered({ kind, state }: Operation): boolean {
  return isTakeoverKind(kind) && waitsForUser(state)
}

function compareChats(a: Chat, b: Chat): number {
  return a.displayName.localeCompare(b.displayName, 'en') || (a.id < b.id ? -1 : 1)
}
