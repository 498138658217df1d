import { defaultStringifySearch } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { parseSearch } from '#src/lib/parse-search.ts'
import {
  describeMessengerAddress,
  isMessenger,
  readChatId,
  readMessengerSearch,
} from '#src/features/messenger/search.ts'

const read = readMessengerSearch

describe('the messenger’s address', () => {
  it('without a query is the whole list', () => {
    expect(read({})).toEqual({ chatFilter: 'all', chatType: 'all' })
  })

  it.each([
    ['needs help', 'needs-help'],
    ['needs-help', 'needs-help'],
    ['Paused', 'paused'],
  ])('reads the filter %s', (written, filter) => {
    expect(read({ chatFilter: written }).chatFilter).toBe(filter)
  })

  it.each([
    { chatFilter: 'nonsense' },
    { chatFilter: 7, chatType: null },
    { chatType: ['sms'] },
    { panel: 'x' },
  ])('reads what it does not know as the whole list: %j', (search) => {
    expect(read(search)).toEqual({ chatFilter: 'all', chatType: 'all' })
  })

  it.each(['m-7', '7', '007', '12345678901234567890', '1e3', '-1.50', '7f9c'])(
    'opens at the message %s, typed by hand or in a link of ours',
    (message) => {
      const readAddress = (query: string) => read(parseSearch(query)).message
      expect(readAddress(`?message=${message}`)).toBe(message)
      expect(readAddress(defaultStringifySearch({ message }))).toBe(message)
      const written = describeMessengerAddress('chat', { chatFilter: 'all', chatType: 'all', message })
      expect(readAddress(new URL(written, 'https://console.example').search)).toBe(message)
    },
  )

  it('of a chat is what the router reads and writes', () => {
    const list = { chatFilter: 'needs-help', chatType: 'sms' } as const
    expect(describeMessengerAddress('a/b 7', { ...list, message: 'm' })).toBe(
      `/messenger/a%2Fb%207${defaultStringifySearch({ ...list, message: 'm' })}`,
    )
    const covered = { ...list, panel: 'guest' } as const
    expect(describeMessengerAddress(undefined, covered)).toBe(`/messenger${defaultStringifySearch(covered)}`)
  })

  it.each(['', 'null', '{}', 'x'.repeat(201)])('opens at its end where the message is %j', (message) => {
    expect(read(parseSearch(`?message=${message}`)).message).toBeUndefined()
  })

  it('keeps the guest card that covers the thread', () => {
    expect(read({ panel: 'guest', chatType: 'sms' })).toEqual({
      chatFilter: 'all',
      chatType: 'sms',
      panel: 'guest',
    })
  })

  it.each(['true', 'null', '{"a":1}', '"quoted"', 'a&b=c', 'Zürich 7'])(
    'keeps a message whose id is %j',
    (message) => {
      const written = describeMessengerAddress(undefined, { chatFilter: 'all', chatType: 'all', message })
      expect(read(parseSearch(new URL(written, 'https://console.example').search)).message).toBe(message)
    },
  )

  it.each([
    ['/messenger', undefined],
    ['/messenger/', undefined],
    ['/Messenger/c-1', 'c-1'],
    ['/messenger/a%2Fb%207/', 'a/b 7'],
    ['/messenger/%E0%A4%A', '%E0%A4%A'],
  ])('at %s names the chat %s', (pathname, chatId) => {
    expect(isMessenger({ pathname })).toBe(true)
    expect(readChatId({ pathname })).toBe(chatId)
  })

  it.each(['/', '/messengers', '/messenger/a/b', '/config/messenger', '/intents'])(
    'is not %s',
    (pathname) => {
      expect(isMessenger({ pathname })).toBe(false)
      expect(readChatId({ pathname })).toBeUndefined()
    },
  )
})
