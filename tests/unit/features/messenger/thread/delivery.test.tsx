import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Message, MessageDelivery } from '#src/contract/chats.ts'
import type { ThreadEntry } from '#src/db/thread.ts'
import {
  announceFailure,
  canWriteAgain,
  describeDelivery,
  findNewFailure,
  listUnfailed,
} from '#src/features/messenger/thread/describe-delivery.ts'
import { MessageItem } from '#src/features/messenger/thread/message-item.tsx'
import { at, makeMessageRow, makeOperation } from '#tests/support/local-rows.ts'

const ME = { id: 'me', name: 'Maria' }
const COLLEAGUE = { id: 'other', name: 'Daniel' }
const REASON = 'the number does not exist or is out of service'
const told = (status: MessageDelivery['status'], reason?: string): MessageDelivery => ({
  status,
  at: at(1_000),
  ...(reason === undefined ? {} : { reason }),
})
const write = (fields: Partial<Message> = {}): Message =>
  makeMessageRow('c', 'm', 0, { text: 'hello', sentByGuest: false, user: ME, ...fields })
const draw = (fields: Partial<Message>, onWriteAgain?: (text: string) => void) =>
  renderToStaticMarkup(
    <MessageItem message={write(fields)} guestName="Ana" me={ME} onWriteAgain={onWriteAgain} />,
  )
const readWords = (html: string) => html.replace(/<[^>]*>/g, '')
const ignore = () => undefined

describe('what is said of a message on its way', () => {
  it.each<[string, Partial<Message>, string]>([
    ['mine, of which nothing is told', {}, 'Sent'],
    ['mine that was sent', { delivery: told('sent') }, 'Sent'],
    ['a colleague’s that was sent', { user: COLLEAGUE, delivery: told('sent') }, 'Sent'],
    ['the bot’s that was delivered', { user: null, delivery: told('delivered') }, 'Delivered'],
    ['one that failed', { delivery: told('failed', REASON) }, `Not delivered: ${REASON}`],
    ['the bot’s that failed', { user: null, delivery: told('failed', REASON) }, `Not delivered: ${REASON}`],
    ['one that failed for no reason told', { delivery: told('failed') }, 'Not delivered'],
    ['one whose reason shows nothing', { delivery: told('failed', ' \u200b') }, 'Not delivered'],
  ])('%s', (_name, fields, words) => {
    expect(readWords(draw(fields)).endsWith(words)).toBe(true)
    const others = ['Sent', 'Delivered', 'Not delivered'].filter((other) => !words.startsWith(other))
    for (const other of others) expect(readWords(draw(fields))).not.toContain(other)
  })

  it('nothing of a colleague’s or the bot’s without a delivery, of a guest’s, or of an event', () => {
    const silent: Partial<Message>[] = [
      { user: COLLEAGUE },
      { user: null },
      { user: null, sentByGuest: true, delivery: told('failed', REASON) },
      { user: null, type: 'event', delivery: told('failed', REASON) },
    ]
    for (const fields of silent) {
      expect(describeDelivery(write(fields), ME)).toEqual({ kind: 'nothing' })
      expect(draw(fields)).not.toMatch(/Sent|elivered/)
    }
  })

  it('one that failed has the look of one that could not be sent, and a reason that turns nothing around it', () => {
    const html = draw({ delivery: told('failed', 'رقم غير صالح') })
    expect(html).toContain('data-state="person"')
    expect(html).toContain('data-needs-person="true"')
    expect(html).toContain('<bdi>رقم غير صالح</bdi>')
    expect(draw({ delivery: told('delivered') })).not.toContain('data-state')
  })
})

describe('Send again', () => {
  it('is offered for one of mine with words that failed, where I can write', () => {
    const failed = { delivery: told('failed', REASON) }
    expect(draw(failed, ignore)).toMatch(/<button[^>]*>Send again<\/button>/)
    expect(draw(failed)).not.toContain('Send again')
    for (const fields of [
      { delivery: told('sent') },
      { ...failed, user: COLLEAGUE },
      { ...failed, user: null },
      { ...failed, text: ' ' },
    ]) {
      expect(canWriteAgain(write(fields), ME)).toBe(false)
      expect(draw(fields, ignore)).not.toContain('Send again')
    }
  })
})

describe('what is read out', () => {
  const asEntry = (message: Message): ThreadEntry => ({ type: 'message', key: 'op', message })
  const waiting: ThreadEntry = {
    type: 'operation',
    key: 'op',
    operation: makeOperation({ id: 'op' }),
    place: { blockedBy: null, hasMessagesBehind: false },
  }
  const sent = write({ delivery: told('sent') })
  const failed = write({ delivery: told('failed', REASON) })
  const find = (before: ThreadEntry[], after: ThreadEntry[]) =>
    findNewFailure(listUnfailed(before), after, ME)

  it('a message of mine that has failed since, sent or still waiting before; once', () => {
    expect(find([asEntry(sent)], [asEntry(failed)])).toBe(failed)
    expect(find([waiting], [asEntry(failed)])).toBe(failed)
    expect(find([asEntry(failed)], [asEntry(failed)])).toBeNull()
  })

  it('not what had failed when it was first drawn, what was delivered, or what others wrote', () => {
    expect(find([], [asEntry(failed)])).toBeNull()
    expect(find([asEntry(sent)], [asEntry(write({ delivery: told('delivered') }))])).toBeNull()
    for (const user of [null, COLLEAGUE]) {
      expect(find([asEntry(sent)], [asEntry({ ...failed, user })])).toBeNull()
    }
  })

  it('says which message and why, and of a long one its beginning', () => {
    expect(announceFailure(failed)).toBe(`Your message “hello” was not delivered: ${REASON}`)
    expect(announceFailure({ ...failed, text: '' })).toBe(`A file of yours was not delivered: ${REASON}`)
    const long = announceFailure(write({ text: 'word\n'.repeat(40), delivery: told('failed') }))
    expect(long).toBe(`Your message “${'word '.repeat(12)}…” was not delivered`)
  })
})
