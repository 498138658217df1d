import { describe, expect, it } from 'vitest'
import { describeDrafts, describeHeldChats, describeSending } from '#src/features/session/describe-leaving.ts'
import { describeDeparture, describeHandover } from '#src/features/messenger/handover/describe-handover.ts'
import type { HandoverRow } from '#src/db/handover.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'

const MARIA = { id: 'm', name: 'Maria Santos' }
const makeRow = (fields: Partial<HandoverRow> = {}): HandoverRow => ({
  chatId: 'c',
  chat: makeChatRow('c', { displayName: 'Ana Ruiz', needsHelp: true }),
  operations: [],
  drafts: [],
  standing: 'mine',
  ...fields,
})

describe('the words of a sign-out', () => {
  it('how many chats stay', () => {
    expect(describeHeldChats(0)).toBe('No chat stays with you.')
    expect(describeHeldChats(1)).toMatch(/^One chat is yours\. .* return it to the bot or pass it on\.$/)
    expect(describeHeldChats(3)).toMatch(/^3 chats are yours\. .* return them to the bot or pass them on\.$/)
  })

  it('what becomes of drafts and of what is unsent', () => {
    expect(describeDrafts(1)).toMatch(/^A draft, with its files, will be here/)
    expect(describeDrafts(2)).toMatch(/^2 drafts, with their files, will be here/)
    expect(describeSending(false, 1, true)).toMatch(/there is no connection/)
    expect(describeSending(true, 1, false)).toBe('Some of it waits for your answer.')
    expect(describeSending(true, 0, true)).toBe('Sending…')
    expect(describeSending(true, 0, false)).toBe('What shall become of it?')
  })

  it('a row says whose it is and that it needs help', () => {
    expect(describeHandover(makeRow())).toBe('Web chat · You have this chat · Needs help')
    expect(describeHandover(makeRow({ standing: 'leaving' }))).toContain('You have this chat')
    expect(describeHandover(makeRow({ standing: 'other' }))).toBe('Web chat · Needs help')
    expect(describeHandover(makeRow({ chat: null }))).toBe('')
  })

  it('a row that goes says who has the chat now', () => {
    const row = makeRow()
    expect(describeDeparture(row, makeChatRow('c', { user: MARIA, pausedAt: at(0) }))).toBe(
      'Ana Ruiz: Maria Santos has this chat now.',
    )
    expect(describeDeparture(row, makeChatRow('c'))).toBe('Ana Ruiz: the bot has this chat now.')
    expect(describeDeparture(row, null)).toBe('Ana Ruiz: this chat is gone.')
    expect(describeDeparture(row, makeChatRow('c', { user: { id: 'x', name: ' ' } }))).toBe(
      'Ana Ruiz: Agent has this chat now.',
    )
  })
})
