import { describe, expect, it } from 'vitest'
import type { Message } from '#src/contract/chats.ts'
import { openNews, type Told } from '#guest/news.ts'
import { loadLanguage } from '#guest/words/load-language.ts'
import { makeMessageRow } from '#tests/support/local-rows.ts'

const write = (minute: number, fields: Partial<Message> = {}) =>
  makeMessageRow('c', `m${minute}`, minute * 60_000, { sentByGuest: false, ...fields })
const tell = (messages: readonly Message[], told: Partial<Told> = {}): Told => ({
  messages,
  pending: [],
  isUnread: false,
  ...told,
})
const HELLO = write(10, { text: 'hello', sentByGuest: true })
const ANSWER = write(11, { text: 'Good evening' })
const STAFF = write(12, { text: 'One moment', user: { id: 'u', name: 'Alex Kim' } })

describe('what is read out of the guest’s page', () => {
  it('is what others write, each once, without its time, and nothing of one’s own', async () => {
    const find = openNews(await loadLanguage(['en']))
    expect(find(tell([]))).toEqual([])
    expect(find(tell([HELLO]))).toEqual([])
    expect(find(tell([HELLO, ANSWER]))).toEqual(['Bell, our assistant: Good evening'])
    expect(find(tell([HELLO, ANSWER, STAFF]))).toEqual(['Alex Kim: One moment'])
    expect(find(tell([HELLO, ANSWER, STAFF]))).toEqual([])
  })

  it('is nothing that was there before, and nothing older that is loaded', async () => {
    const find = openNews(await loadLanguage(['en']))
    expect(find(tell([], { isUnread: true }))).toEqual([])
    expect(find(tell([HELLO, ANSWER]))).toEqual([])
    expect(find(tell([write(1, { text: 'long ago' }), HELLO, ANSWER]))).toEqual([])
  })

  it('is in the guest’s language: events, files and cards', async () => {
    const find = openNews(await loadLanguage(['de']))
    find(tell([HELLO]))
    const event = write(13, { type: 'event', text: 'A person was asked for' })
    const bill = { contentType: 'application/pdf', contentUrl: '/x', name: 'bill.pdf' }
    const card = { contentType: 'card', content: { title: 'Which one?' } }
    const files = write(14, { text: '', attachments: [bill, card] })
    expect(find(tell([HELLO, event, files]))).toEqual([
      'Ein Mensch wurde dazugebeten',
      'Bell, unser Assistent: bill.pdf, Which one?',
    ])
  })

  it('says once that something was refused', async () => {
    const find = openNews(await loadLanguage(['en']))
    const waiting = { key: 'k', text: 'a word', reason: null }
    const refused = { ...waiting, reason: { code: 'too_many', message: '' } }
    expect(find(tell([HELLO], { pending: [waiting] }))).toEqual([])
    const [said = '', ...more] = find(tell([HELLO], { pending: [refused] }))
    expect([said.startsWith('Not sent: '), more]).toEqual([true, []])
    expect(find(tell([HELLO], { pending: [refused] }))).toEqual([])
  })
})
