import { describe, expect, it } from 'vitest'
import {
  isStaleAlert,
  type AlertedChat,
  type AlertsView,
  type ShownAlert,
} from '#src/domain/alerts/stale-alerts.ts'
import { at } from '#tests/support/local-rows.ts'

const REV = 7
const helpAlert: ShownAlert = { chatId: 'chat-1', kind: 'needs_help', sentAt: at(0), rev: REV }
const messageAlert: ShownAlert = { ...helpAlert, kind: 'new_message' }
const asking: AlertedChat = {
  rev: REV,
  updatedAt: at(0),
  needsHelp: true,
  heldBy: 'nobody',
  guestWroteAt: at(-1_000),
  staffWroteAt: '',
  seenAt: '',
}
const mine: AlertedChat = { ...asking, needsHelp: false, heldBy: 'me' }
const elsewhere: AlertsView = { readingChatId: null, countsRead: true, endsOutcomes: true, needs: null }
const reading = { ...elsewhere, readingChatId: 'chat-1' }
const isStale = (alert: ShownAlert, chat: Partial<AlertedChat>, view = elsewhere) =>
  isStaleAlert(alert, { ...(alert === helpAlert ? asking : mine), ...chat }, view)

describe('an alert of a chat that needs help', () => {
  it.each<[string, Partial<AlertedChat>, boolean]>([
    ['still asks', {}, false],
    ['was taken by a colleague', { heldBy: 'other', rev: REV + 1 }, true],
    ['was taken by the user', { heldBy: 'me', rev: REV + 1 }, true],
    ['was resolved', { needsHelp: false, rev: REV + 1 }, true],
    ['was resolved before it asked again, as an older mirror knows it', { needsHelp: false, rev: 6 }, false],
    ['was held before it was given back, as an older mirror knows it', { heldBy: 'other', rev: 6 }, false],
    ['was read, but not just now', { seenAt: at(0) }, false],
  ])('of a chat that %s', (_, chat, isGone) => {
    expect(isStale(helpAlert, chat)).toBe(isGone)
  })

  it('goes while the chat is read in the window in front, and not while its newest message is unread there', () => {
    expect(isStale(helpAlert, { seenAt: at(-1_000) }, reading)).toBe(true)
    expect(isStale(helpAlert, { seenAt: at(-2_000) }, reading)).toBe(false)
    expect(isStale(helpAlert, { seenAt: at(-1_000), rev: 6 }, reading)).toBe(false)
    expect(isStale(helpAlert, { seenAt: at(-1_000) }, { ...reading, readingChatId: 'chat-2' })).toBe(false)
  })

  it('without revisions goes by times: only what is known to be later ends it', () => {
    const plain = { ...helpAlert, rev: null }
    const resolved = { ...asking, rev: null, needsHelp: false }
    expect(isStaleAlert(plain, { ...resolved, updatedAt: at(1) }, elsewhere)).toBe(true)
    expect(isStaleAlert(plain, { ...resolved, updatedAt: at(0) }, elsewhere)).toBe(false)
  })

  it('stays where nothing is known of its chat', () => {
    expect(isStaleAlert(helpAlert, undefined, elsewhere)).toBe(false)
  })
})

describe('an alert of a new message', () => {
  it.each<[string, Partial<AlertedChat>, boolean]>([
    ['waits for an answer', {}, false],
    ['was read', { seenAt: at(-1_000) }, true],
    ['was read up to the message before', { seenAt: at(-1_001) }, false],
    ['was answered, on whatever device', { staffWroteAt: at(5) }, true],
    ['was answered before', { staffWroteAt: at(-5_000) }, false],
    ['was passed to a colleague', { heldBy: 'other' }, true],
    ['was given back', { heldBy: 'nobody' }, true],
    ['was read, as a mirror knows it that lacks the message', { seenAt: at(-1_000), rev: 6 }, false],
  ])('of a chat that %s', (_, chat, isGone) => {
    expect(isStale(messageAlert, chat)).toBe(isGone)
  })

  it('stays where it was read in a window that nobody is at', () => {
    const unattended = { ...elsewhere, countsRead: false }
    expect(isStale(messageAlert, { seenAt: at(-1_000) }, unattended)).toBe(false)
  })
})

describe('what a push says of all chats', () => {
  const needs = (rev: number, ...chatIds: string[]) => ({ ...elsewhere, needs: { rev, chatIds } })
  it('ends alerts of chats that it does not name, also where the mirror is old', () => {
    expect(isStale(helpAlert, { rev: 1 }, needs(REV, 'chat-2'))).toBe(true)
    expect(isStaleAlert(messageAlert, undefined, needs(REV + 3))).toBe(true)
    expect(isStale(helpAlert, {}, needs(REV, 'chat-1'))).toBe(false)
  })

  it('ends none that it knows nothing of: it was written before', () => {
    expect(isStale(helpAlert, {}, needs(REV - 1, 'chat-2'))).toBe(false)
    expect(isStaleAlert({ ...helpAlert, rev: null }, asking, needs(REV + 3))).toBe(false)
  })
})

describe('what says that nothing is left to do', () => {
  it('goes at the next push or start', () => {
    const outcome: ShownAlert = { ...helpAlert, kind: 'outcome' }
    expect(isStale(outcome, {})).toBe(true)
    expect(isStale(outcome, {}, { ...elsewhere, endsOutcomes: false })).toBe(false)
  })
})
