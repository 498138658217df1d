import { describe, expect, it } from 'vitest'
import { claimHelpRequests } from '#src/actions/claim-help-requests.ts'
import type { Chat } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { readHelpRequests } from '#src/db/mirror/help-requests.ts'
import { storeSyncedAt } from '#src/db/mirror/meta.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { freshOptions, NOON, openDevice } from '#tests/support/local.ts'

const LOG = { readAt: 0, snapshot: '' }

/** Two tabs of one browser. */
async function openTabs(): Promise<[Workspace, Workspace]> {
  const options = freshOptions()
  const first = await openDevice({ options })
  const second = await openDevice({ options })
  // A second sign-in raises the epoch; tabs of one session share it.
  return [{ ...first.workspace, epoch: second.workspace.epoch }, second.workspace]
}

async function put({ mirror }: Workspace, ...chats: Chat[]): Promise<void> {
  await mirror.transaction('rw', mirror.chats, () => putChats(mirror, chats, LOG))
}

const askingForHelp = (id: string, helpAt = at(0)) => makeChatRow(id, { needsHelp: true, helpAt })

describe('claiming help requests (I6)', () => {
  it('gives each to one tab only, however they race', async () => {
    const [first, second] = await openTabs()
    await storeSyncedAt(first.mirror, NOON)
    await claimHelpRequests(first)
    await put(first, askingForHelp('a'), askingForHelp('b'))
    const claims = await Promise.all([first, second, first, second].map(claimHelpRequests))
    expect(claims.flat().sort()).toEqual(['a', 'b'])
    expect(claims.filter((claim) => claim.length > 0)).toHaveLength(1)
    expect(await claimHelpRequests(second)).toEqual([])
  })

  it('what the first sync brings is nobody’s, and a reload brings nothing again', async () => {
    const [first, second] = await openTabs()
    await put(first, askingForHelp('old'))
    expect(await claimHelpRequests(first)).toEqual([])
    expect(await first.mirror.meta.get('known-help-requests')).toBeUndefined()
    await put(first, askingForHelp('older', at(-1)))
    await storeSyncedAt(first.mirror, NOON)
    expect(await claimHelpRequests(first)).toEqual([])
    expect(await claimHelpRequests(second)).toEqual([])
    await put(first, askingForHelp('new', at(1)))
    expect(await claimHelpRequests(second)).toEqual(['new'])
  })

  it('a chat that was resolved may help request again; one that cried on is not new', async () => {
    const [tab] = await openTabs()
    await storeSyncedAt(tab.mirror, NOON)
    await claimHelpRequests(tab)
    await put(tab, askingForHelp('a'))
    expect(await claimHelpRequests(tab)).toEqual(['a'])
    await put(tab, { ...askingForHelp('a'), updatedAt: at(9), messagesCount: 7 })
    expect(await claimHelpRequests(tab)).toEqual([])
    await put(tab, makeChatRow('a'))
    expect(await claimHelpRequests(tab)).toEqual([])
    await put(tab, askingForHelp('a', at(20)))
    expect(await claimHelpRequests(tab)).toEqual(['a'])
  })

  it('an environment that does not say since when: once for each time', async () => {
    const [tab] = await openTabs()
    await storeSyncedAt(tab.mirror, NOON)
    await claimHelpRequests(tab)
    const plain = makeChatRow('a', { needsHelp: true })
    await put(tab, plain)
    expect(await claimHelpRequests(tab)).toEqual(['a'])
    await put(tab, { ...plain, updatedAt: at(5) })
    expect(await claimHelpRequests(tab)).toEqual([])
  })

  it('an ended session claims nothing', async () => {
    const [tab] = await openTabs()
    await expect(claimHelpRequests({ ...tab, epoch: tab.epoch - 1 })).rejects.toBeInstanceOf(
      SessionEndedError,
    )
  })
})

describe('the tab title', () => {
  it.each([
    ['nobody waits', makeChatRow('a'), false],
    ['one needs help', makeChatRow('a', { needsHelp: true }), true],
    ['one is held', makeChatRow('a', { pausedAt: at(0), user: { id: 'u', name: 'Maria' } }), true],
    ['the bot paused itself', makeChatRow('a', { pausedAt: at(0) }), true],
  ])('%s', async (_, chat, isGuestWaiting) => {
    const [tab] = await openTabs()
    await put(tab, chat)
    expect((await readHelpRequests(tab.mirror)).isGuestWaiting).toBe(isGuestWaiting)
  })
})
