import { describe, expect, it } from 'vitest'
import { claimCries } from '#src/actions/claim-cries.ts'
import type { Chat } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { readCries } from '#src/db/mirror/cries.ts'
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

const crying = (id: string, helpAt = at(0)) => makeChatRow(id, { needsHelp: true, helpAt })

describe('claiming cries for help (I6)', () => {
  it('gives each to one tab only, however they race', async () => {
    const [first, second] = await openTabs()
    await storeSyncedAt(first.mirror, NOON)
    await claimCries(first)
    await put(first, crying('a'), crying('b'))
    const claims = await Promise.all([first, second, first, second].map(claimCries))
    expect(claims.flat().sort()).toEqual(['a', 'b'])
    expect(claims.filter((claim) => claim.length > 0)).toHaveLength(1)
    expect(await claimCries(second)).toEqual([])
  })

  it('what the first sync brings is nobody’s, and a reload brings nothing again', async () => {
    const [first, second] = await openTabs()
    await put(first, crying('old'))
    expect(await claimCries(first)).toEqual([])
    expect(await first.mirror.meta.get('known-cries')).toBeUndefined()
    await put(first, crying('older', at(-1)))
    await storeSyncedAt(first.mirror, NOON)
    expect(await claimCries(first)).toEqual([])
    expect(await claimCries(second)).toEqual([])
    await put(first, crying('new', at(1)))
    expect(await claimCries(second)).toEqual(['new'])
  })

  it('a chat that was resolved may cry again; one that cried on is not new', async () => {
    const [tab] = await openTabs()
    await storeSyncedAt(tab.mirror, NOON)
    await claimCries(tab)
    await put(tab, crying('a'))
    expect(await claimCries(tab)).toEqual(['a'])
    await put(tab, { ...crying('a'), updatedAt: at(9), messagesCount: 7 })
    expect(await claimCries(tab)).toEqual([])
    await put(tab, makeChatRow('a'))
    expect(await claimCries(tab)).toEqual([])
    await put(tab, crying('a', at(20)))
    expect(await claimCries(tab)).toEqual(['a'])
  })

  it('an environment that does not say since when: once for each time', async () => {
    const [tab] = await openTabs()
    await storeSyncedAt(tab.mirror, NOON)
    await claimCries(tab)
    const plain = makeChatRow('a', { needsHelp: true })
    await put(tab, plain)
    expect(await claimCries(tab)).toEqual(['a'])
    await put(tab, { ...plain, updatedAt: at(5) })
    expect(await claimCries(tab)).toEqual([])
  })

  it('an ended session claims nothing', async () => {
    const [tab] = await openTabs()
    await expect(claimCries({ ...tab, epoch: tab.epoch - 1 })).rejects.toBeInstanceOf(SessionEndedError)
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
    expect((await readCries(tab.mirror)).isGuestWaiting).toBe(isGuestWaiting)
  })
})
