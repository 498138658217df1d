import { describe, expect, it } from 'vitest'
import { findCollision, isAnswered, type CollidingChat } from '#src/domain/chats/collision.ts'
import { at } from '#tests/support/local-rows.ts'

const ME = { id: 'u1', name: 'Maria' }
/** A colleague of the same name: ids decide (CONTRACT section 5). */
const OTHER_MARIA = { id: 'u2', name: 'Maria' }
const BEN = { id: 'u3', name: 'Ben' }

const FREE: CollidingChat = { user: null, pausedAt: null, needsHelp: true, updatedAt: at(0) }
const heldBy = (user: typeof ME, fields: Partial<CollidingChat> = {}): CollidingChat => {
  return { ...FREE, user, pausedAt: at(1_000), updatedAt: at(2_000), ...fields }
}
/** Nothing of one's own waits: what is said is what is shown. */
const plain = (chat: CollidingChat) => ({ server: chat, shown: chat })
const find = (before: CollidingChat, after: CollidingChat) => findCollision(plain(before), plain(after), ME)

describe('what a colleague did to the open chat', () => {
  it('took it, from the bot, from me, from another', () => {
    const taken = { type: 'taken', by: BEN, at: at(1_000) }
    expect(find(FREE, heldBy(BEN))).toEqual(taken)
    expect(find(heldBy(ME), heldBy(BEN))).toEqual(taken)
    expect(find(heldBy(OTHER_MARIA), heldBy(BEN))).toEqual(taken)
  })

  it('a colleague of my name is a colleague', () => {
    expect(find(heldBy(ME), heldBy(OTHER_MARIA))).toMatchObject({ type: 'taken', by: OTHER_MARIA })
  })

  it('passed it to me', () => {
    expect(find(heldBy(BEN), heldBy(ME))).toEqual({ type: 'yours', at: at(1_000) })
  })

  it('returned it: by its holder, and by nobody known where that was me', () => {
    const after = { ...FREE, updatedAt: at(9_000) }
    expect(find(heldBy(BEN), after)).toEqual({ type: 'returned', by: BEN, at: at(9_000) })
    expect(find(heldBy(ME), after)).toEqual({ type: 'returned', by: null, at: at(9_000) })
  })

  it('resolved it: by its holder, and by nobody known where that is me or the bot', () => {
    const calm = { needsHelp: false, updatedAt: at(9_000) }
    expect(find(heldBy(BEN), heldBy(BEN, calm))).toEqual({ type: 'resolved', by: BEN, at: at(9_000) })
    expect(find(heldBy(ME), heldBy(ME, calm))).toMatchObject({ type: 'resolved', by: null })
    expect(find(FREE, { ...FREE, ...calm })).toMatchObject({ type: 'resolved', by: null })
  })

  it('said while an own takeover still lay over it, and shown a reading later', () => {
    const mine = heldBy(ME)
    const covered = { server: heldBy(BEN), shown: mine }
    expect(findCollision({ server: FREE, shown: mine }, covered, ME)).toBeNull()
    expect(isAnswered({ server: FREE, shown: mine }, covered, ME)).toBe(false)
    expect(findCollision(covered, plain(heldBy(BEN)), ME)).toMatchObject({ type: 'taken', by: BEN })
  })

  it('nothing: a new message, a new help request, the same again', () => {
    expect(find(FREE, { ...FREE, updatedAt: at(5_000) })).toBeNull()
    expect(find({ ...FREE, needsHelp: false }, FREE)).toBeNull()
    expect(find(heldBy(BEN), heldBy(BEN))).toBeNull()
  })
})

describe('what I do myself is no collision', () => {
  const mine = heldBy(ME)

  it('shown at once, said later', () => {
    const tapped = { server: FREE, shown: mine }
    expect(findCollision(plain(FREE), tapped, ME)).toBeNull()
    expect(findCollision(tapped, plain(mine), ME)).toBeNull()
  })

  it('returning and resolving likewise', () => {
    const calm = { ...FREE, needsHelp: false }
    const tapped = { server: mine, shown: calm }
    expect(findCollision(plain(mine), tapped, ME)).toBeNull()
    expect(findCollision(tapped, plain(calm), ME)).toBeNull()
  })

  it('on a line so quick that it is said as soon as it is shown: taken from the bot it answers, and is nobody else’s', () => {
    expect(find(FREE, mine)).toBeNull()
    expect(isAnswered(plain(FREE), plain(mine), ME)).toBe(true)
  })

  it('answers what was said before', () => {
    expect(isAnswered(plain(heldBy(BEN)), { server: heldBy(BEN), shown: mine }, ME)).toBe(true)
    expect(isAnswered(plain(FREE), plain(heldBy(BEN)), ME)).toBe(false)
    expect(isAnswered(plain(FREE), plain({ ...FREE, updatedAt: at(7) }), ME)).toBe(false)
  })
})
