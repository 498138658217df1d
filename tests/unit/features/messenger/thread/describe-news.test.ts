import { describe, expect, it } from 'vitest'
import type { Message } from '#src/contract/chats.ts'
import { announceMessages } from '#src/features/messenger/thread/describe-news.ts'
import { makeMessageRow } from '#tests/support/local-rows.ts'

const ME = { id: 'me', name: 'Maria' }
const COLLEAGUE = { id: 'other', name: 'Daniel' }
const say = (...messages: Partial<Message>[]) =>
  announceMessages(
    messages.map((fields, index) => makeMessageRow('c', `m${index}`, index, fields)),
    'Ana',
    ME,
  )

describe('what is read out of new messages', () => {
  it('who wrote what, without time or state', () => {
    expect(say({ text: 'Is anybody there?' })).toEqual(['Ana: Is anybody there?'])
    expect(say({ text: 'One moment', sentByGuest: false })).toEqual(['Bot: One moment'])
    expect(say({ text: 'I take it', sentByGuest: false, user: COLLEAGUE })).toEqual(['Daniel: I take it'])
    expect(say({ text: 'A person was asked for', sentByGuest: false, type: 'event' })).toEqual([
      'A person was asked for',
    ])
  })

  it('nothing of one’s own', () => {
    expect(say({ text: 'mine', sentByGuest: false, user: ME })).toEqual([])
  })

  it('files and cards by their names', () => {
    const file = { contentType: 'image/png', contentUrl: '/x', name: 'cake.png' }
    const card = { contentType: 'card', content: { title: 'Which one?', text: 'Kettle or iron' } }
    expect(say({ text: '', attachments: [file] })).toEqual(['Ana: cake.png'])
    expect(say({ text: 'Look', attachments: [file] })).toEqual(['Ana: Look, cake.png'])
    expect(say({ text: '', sentByGuest: false, attachments: [card] })).toEqual([
      'Bot: Which one?, Kettle or iron',
    ])
    expect(say({ text: ' ' })).toEqual(['Ana: Empty message'])
  })

  it('of a long one the beginning', () => {
    const text = 'house '.repeat(1_300).trim()
    const [words = ''] = say({ text })
    expect(words).toBe(`Ana: ${text.slice(0, 400)}… and more`)
    const [card = ''] = say({ text: '', attachments: [{ contentType: 'card', content: { text } }] })
    expect(card).toBe(words)
  })

  it('a number, where many come at once', () => {
    const four = [1, 2, 3, 4].map((number) => ({ text: `${number}` }))
    expect(say(...four.slice(1))).toHaveLength(3)
    expect(say(...four)).toEqual(['4 new messages'])
  })
})
