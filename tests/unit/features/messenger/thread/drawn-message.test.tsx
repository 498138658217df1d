import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Message } from '#src/contract/chats.ts'
import { MessageItem } from '#src/features/messenger/thread/message-item.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { makeMessageRow } from '#tests/support/local-rows.ts'

const ME = { id: 'me', name: 'Maria' }
const OTHER_MARIA = { id: 'other', name: 'Maria' }

function draw(fields: Partial<Message>): string {
  const message = makeMessageRow('c', 'm', 0, { text: 'hello', ...fields })
  return renderToStaticMarkup(<MessageItem message={message} guestName="Ana Ruiz" me={ME} />)
}

/** What stands below the words for those who see it, without the time. */
const readFacts = (html: string) =>
  [...html.matchAll(/<span(?: class="[^"]*")?(?: aria-hidden="true")?>([^<]*)<\/span>/g)].flatMap(
    ([, words]) => (words?.endsWith(': ') ? [] : [words]),
  )
const readSpoken = (html: string) => /<span class="visually-hidden">([^<]*)<\/span>/.exec(html)?.[1]

describe('who a message is from', () => {
  it.each<[string, Partial<Message>, string, string[]]>([
    ['the bot', { sentByGuest: false }, 'Bot: ', ['Bot']],
    ['me', { sentByGuest: false, user: ME }, 'You: ', ['You', 'Sent']],
    ['a colleague of my name', { sentByGuest: false, user: OTHER_MARIA }, 'Maria: ', ['Maria']],
    ['a colleague without a name', { sentByGuest: false, user: { id: 'x', name: '' } }, 'Agent: ', ['Agent']],
    ['the guest', { sentByGuest: true }, 'Ana Ruiz: ', []],
  ])('%s: said to those who hear it, written for those who see it', (_, fields, spoken, facts) => {
    const html = draw(fields)
    expect(readSpoken(html)).toBe(spoken)
    expect(readFacts(html)).toEqual(facts)
  })

  it('the bot’s name alone carries the mark of what was answered automatically', () => {
    const marked = /<span class="[^"]*bot[^"]*" aria-hidden="true">Bot<\/span>/
    expect(draw({ sentByGuest: false })).toMatch(marked)
    for (const user of [ME, OTHER_MARIA, { id: 'x', name: 'Bot' }]) {
      expect(draw({ sentByGuest: false, user })).not.toMatch(marked)
    }
  })
})

describe('a person’s picture', () => {
  it('is their photo, which tells its host nothing; without one their initials', () => {
    const photo = renderToStaticMarkup(<Avatar name="Ana Ruiz" photo="https://photos.example/1.jpg" />)
    expect(photo).toContain('<img src="https://photos.example/1.jpg" alt="" referrerPolicy="no-referrer"')
    expect(photo).not.toContain('AR')
    const initials = renderToStaticMarkup(<Avatar name="Ana Maria Ruiz" />)
    expect(initials).not.toContain('<img')
    expect(initials).toContain('AR')
  })
})
