import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { authAnswerSchema } from '#src/contract/auth.ts'
import { chatListSchema, chatSchema, messageListSchema, readChat, readMessage } from '#src/contract/chats.ts'
import { guestInfoSchema } from '#src/contract/guest-info.ts'
import { syncPageSchema } from '#src/contract/sync-page.ts'
import { typicalAnswersSchema } from '#src/contract/typical-answers.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'

describe('rows of the wire (CONTRACT section 1: never silently missing)', () => {
  it('a whole row is read as it is and not marked', () => {
    const chat = makeChatRow('c', { rev: 4, helpAt: null, user: { id: 'u', name: 'U' } })
    expect(readChat(chat)).toEqual(chat)
    const message = makeMessageRow('c', 'm', 0, {
      clientId: 'k',
      attachments: [{ contentType: 'image/png' }],
    })
    expect(readMessage(message)).toEqual(message)
  })

  it('numbers are read as ids', () => {
    expect(readChat({ ...makeChatRow('c'), id: 7, guestId: 0, user: { id: 12, name: 'U' } })).toMatchObject({
      id: '7',
      guestId: '0',
      user: { id: '12' },
    })
    expect(readMessage({ ...makeMessageRow('c', 'm', 0), id: 9, chatId: 3 })).toMatchObject({
      id: '9',
      chatId: '3',
    })
  })

  it.each([
    ['displayName', 5],
    ['createdAt', 'yesterday'],
    ['messagesCount', 'many'],
    ['needsHelp', 'yes'],
    ['user', { id: '', name: '' }],
    ['user', 'Maria'],
    ['rev', '7'],
  ])('a chat whose %s is %j is shown and marked', (field, value) => {
    const read = readChat({ ...makeChatRow('c'), [field]: value })
    expect(read).toMatchObject({ id: 'c', unreadable: [field] })
  })

  it.each([
    ['text', { html: '<b>' }],
    ['attachments', 'a.png'],
    ['sentByGuest', 1],
    ['createdAt', 12],
  ])('a message whose %s is %j is shown and marked', (field, value) => {
    expect(readMessage({ ...makeMessageRow('c', 'm', 0), [field]: value })).toMatchObject({
      id: 'm',
      chatId: 'c',
      unreadable: [field],
    })
  })

  it('null and absent mean the same', () => {
    const { user, pausedAt, lastUserMessageDate, guestId, ...rest } = makeChatRow('c')
    expect([user, pausedAt, guestId]).toEqual([null, null, null])
    expect(readChat(rest)).toEqual({ ...makeChatRow('c'), lastUserMessageDate: null })
    expect(lastUserMessageDate).not.toBeNull()
    expect(
      readMessage({ ...makeMessageRow('c', 'm', 0), text: null, attachments: null, user: null }),
    ).toMatchObject({
      text: '',
      attachments: [],
    })
  })

  it('an attachment may lack any part, as null or absent', () => {
    const bare = { contentUrl: null, name: null, content: null }
    const card = { title: null, images: null, buttons: null }
    const message = readMessage({
      ...makeMessageRow('c', 'm', 0),
      attachments: [{ contentType: 'image/png', ...bare }, bare, { contentType: 'card', content: card }],
    })
    expect(message.unreadable).toBeUndefined()
    expect(message.attachments).toEqual([
      { contentType: 'image/png' },
      { contentType: '' },
      { contentType: 'card', content: {} },
    ])
  })

  it('a card’s broken picture or button hides nothing else of it', () => {
    const message = readMessage({
      ...makeMessageRow('c', 'm', 0),
      attachments: [
        {
          contentType: 'card',
          content: {
            title: 'Breakfast',
            images: [null, {}, { url: null }, { url: '' }, { url: 'https://h.example/1.png' }],
            buttons: [
              { type: 'postBack', title: 'Yes', value: { deep: 1 } },
              { title: null, value: 7 },
            ],
          },
        },
      ],
    })
    expect(message.unreadable).toBeUndefined()
    expect(message.attachments[0]?.content).toEqual({
      title: 'Breakfast',
      images: [{ url: 'https://h.example/1.png' }],
      buttons: [
        { type: 'postBack', title: 'Yes', value: '' },
        { type: '', title: '', value: '7' },
      ],
    })
  })

  it('an attachment may say its size, and an odd one hides no file', () => {
    const sizes = [120_000, 0, -1, '5', null, Number.NaN]
    const attachments = sizes.map((size) => ({ contentType: 'image/png', contentUrl: '/a.png', size }))
    const message = readMessage({ ...makeMessageRow('c', 'm', 0), attachments })
    expect(message.attachments.map(({ size }) => size)).toEqual([
      120_000,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(message.unreadable).toBeUndefined()
  })

  it('an attachment that can’t be read is marked, and the others are there', () => {
    const good = { contentType: 'image/png', contentUrl: '/a.png', name: 'a.png' }
    const message = readMessage({
      ...makeMessageRow('c', 'm', 0),
      attachments: [good, 'b.png', { contentType: 'image/png', name: {} }],
    })
    expect(message).toMatchObject({ attachments: [good], unreadable: ['attachments'] })
  })

  it('what has no id gets a stable one, so that it does not multiply', () => {
    const row = { ...makeChatRow(''), displayName: 'Nobody' }
    expect(readChat(row).id).toMatch(/^unreadable-/)
    expect(readChat(row).id).toBe(readChat({ ...row }).id)
    expect(readChat({ ...row, displayName: 'Other' }).id).not.toBe(readChat(row).id)
    for (const nothing of [null, 7, 'chat', [], undefined]) {
      expect(readChat(nothing).unreadable).toContain('row')
      expect(readMessage(nothing, 'c')).toMatchObject({ chatId: 'c', unreadable: ['row'] })
    }
  })

  it('times are normalised, so that they compare as strings', () => {
    const read = readChat({ ...makeChatRow('c'), updatedAt: '2026-11-20T13:00:00+01:00' })
    expect(read.updatedAt).toBe('2026-11-20T12:00:00.000Z')
  })

  it('no key of the wire reaches a prototype', () => {
    const hostile: unknown = JSON.parse(
      '{"id":"c","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"user":{"id":"u","__proto__":{"polluted":1}}}',
    )
    const chat = readChat(hostile)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Reflect.get(chat, 'polluted')).toBeUndefined()
    expect(Object.getPrototypeOf(chat)).toBe(Object.prototype)
    expect(Object.keys(chat)).not.toContain('constructor')
  })

  it('reads anything whatever without throwing, with an id and a chat', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(readChat(json).id).not.toBe('')
        expect(readMessage(json, 'c').id).not.toBe('')
      }),
      { numRuns: 300 },
    )
  })
})

describe('answers as a whole', () => {
  it('an unreadable row does not hide the others', () => {
    const rows = v.parse(chatListSchema, [makeChatRow('a'), null, makeChatRow('b')])
    expect(rows.map((row) => row.unreadable?.length ?? 0)).toEqual([0, 1, 0])
    expect(v.parse(messageListSchema('c'), [{ id: 'm' }])[0]?.chatId).toBe('c')
  })

  it('a saved answer without a label, or that is none, does not hide the others', () => {
    const rows = [
      { id: 1, label: 'Pool', answer: 'Until ten.' },
      { id: 'b', label: null, answer: 'Yes.' },
      null,
      7,
    ]
    expect(v.parse(typicalAnswersSchema, rows)).toMatchObject([
      { id: '1', label: 'Pool', answer: 'Until ten.' },
      { id: 'b', label: '', answer: 'Yes.', unreadable: ['label'] },
      { label: '', answer: '', unreadable: ['row'] },
      { label: '', answer: '', unreadable: ['row'] },
    ])
    for (const none of [null, {}, 'answers']) expect(v.is(typicalAnswersSchema, none)).toBe(false)
  })

  it.each([{}, { message: 'hello' }, '<html>', [], null, 3])('%j is no chat', (answer) => {
    expect(v.is(chatSchema, answer)).toBe(false)
  })

  it('a page of changes needs its cursor', () => {
    const page = { cursor: 'x', more: false, reset: false, chats: [], messages: [] }
    expect(v.parse(syncPageSchema, page).removed).toEqual({ chats: [], messages: [] })
    for (const field of ['cursor', 'more', 'reset', 'chats', 'messages'] as const) {
      const { [field]: _, ...rest } = page
      expect(v.is(syncPageSchema, rest)).toBe(false)
    }
  })

  it('a sign-in needs a token, and reads accessToken where token is absent (CONTRACT section 3)', () => {
    const user = { id: 1, username: 'agent', role: 0 }
    expect(v.is(authAnswerSchema, user)).toBe(false)
    expect(v.is(authAnswerSchema, { ...user, token: '', accessToken: '' })).toBe(false)
    expect(v.parse(authAnswerSchema, { ...user, accessToken: 'b' })).toMatchObject({
      token: 'b',
      user: { id: '1', name: 'agent' },
    })
    expect(v.parse(authAnswerSchema, { ...user, token: '', accessToken: 'b' }).token).toBe('b')
    expect(v.is(authAnswerSchema, { ...user, role: 5, token: 'a' })).toBe(false)
  })

  it('staff are read by name alone where no id is given, as a guest is shown them', () => {
    const row = { ...makeMessageRow('c', 'm', 0), user: { name: 'Ada' } }
    expect(readMessage(row).user).toEqual({ id: '', name: 'Ada' })
  })

  it('a guest card may lack or garble any part', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('Data', 'fbData', 'fullContact', 'rating'), fc.jsonValue()),
        (info) => {
          expect(v.is(guestInfoSchema, info)).toBe(true)
        },
      ),
    )
    const parsed = v.parse(guestInfoSchema, {
      Data: { PUB_GuestRegister: { RoomNumber: 1204, Status: ['x'] } },
      rating: 'good',
    })
    expect(parsed.Data?.PUB_GuestRegister).toMatchObject({ RoomNumber: '1204', Status: undefined })
    expect(parsed.rating).toBeUndefined()
  })

  it('what is not readable in a list of the guest card hides none of the others', () => {
    const parsed = v.parse(guestInfoSchema, {
      fullContact: {
        HOP_sd_SocialData: [
          null,
          {
            HOP_sd_Photo: [7, { url: 'https://p.example/1.jpg' }],
            HOP_sd_SocialProfile: [null, { followers: 9 }],
          },
        ],
      },
    })
    expect(parsed.fullContact?.HOP_sd_SocialData).toEqual([
      { HOP_sd_Photo: [{ url: 'https://p.example/1.jpg' }], HOP_sd_SocialProfile: [{ followers: 9 }] },
    ])
  })
})
