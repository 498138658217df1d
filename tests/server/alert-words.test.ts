import { describe, expect, it } from 'vitest'
import type { HotelWords } from '#server/alerts/alert-words.ts'
import { composeAlert } from '#server/alerts/compose-alert.ts'
import { createId } from '#server/ids.ts'
import type { AlertDeliveryRow } from '#server/store/alerts/alert-deliveries.ts'

/** The words of alerts; that they arrive so is in alert-delivery. */
const HOTEL = { place: 'Harbour Light', timeZone: 'UTC', publicUrl: null }
const CONSOLE = 'https://console.hotel.example'
const LONG = 'Ω'.repeat(200)

function compose(delivery: AlertDeliveryRow, guestName: string, hotel: HotelWords, guests = 1) {
  return composeAlert({ delivery, guestName, guests }, hotel)
}

function makeDelivery(fields: Partial<AlertDeliveryRow> = {}): AlertDeliveryRow {
  const at = new Date('2026-11-22T10:15:00Z')
  return {
    id: 'delivery',
    alertId: 'alert',
    alertName: 'Desk',
    type: 'SMS',
    notificationType: 'new_user_started_conversation',
    sendTo: '7025550199',
    isTest: false,
    chatId: createId(),
    status: 'waiting',
    attempts: 0,
    createdAt: at,
    nextAt: at,
    limitedUntil: null,
    digestKey: null,
    digestDueAt: null,
    digestGuests: null,
    progress: null,
    error: null,
    claim: null,
    claimedUntil: null,
    ...fields,
  }
}

describe('the link of an alert', () => {
  it('ends it: the whole one a mail, the short one an SMS', () => {
    const delivery = makeDelivery({ chatId: 'a b/c' })
    const { text, short } = compose(delivery, 'Ana', { ...HOTEL, publicUrl: CONSOLE })
    const link = `${CONSOLE}/messenger/a%20b%2Fc`
    expect(text.endsWith(`\n\nOpen the chat: ${link}?chatFilter=all&chatType=all\n`)).toBe(true)
    expect(short).toBe(`Harbour Light: Ana has started a conversation (10:15). ${link}`)
  })

  it.each([
    ['where nobody says the console’s address', { ...HOTEL }, {}],
    ['where the chat is gone', { ...HOTEL, publicUrl: CONSOLE }, { chatId: null }],
  ])('is none %s', (_, hotel, fields) => {
    const { text, short } = compose(makeDelivery(fields), 'Ana', hotel)
    expect(text).toMatch(/Sign in to the console to answer\.\n$/)
    expect(short).toBe('Harbour Light: Ana has started a conversation (10:15).')
  })
})

describe('an SMS', () => {
  it.each([
    ['https://console.hotel.example', 160],
    ['https://ten.hotel.co', 160],
    // No room is left for names that say whose it is: it goes in two parts.
    [`https://${'long.'.repeat(12)}example`, 2 * 153],
  ])('of long names has one part where the link of %s fits', (publicUrl, most) => {
    const { short } = compose(makeDelivery(), LONG, { ...HOTEL, place: LONG, publicUrl })
    expect(short.length).toBeLessThanOrEqual(most)
    expect(short).toContain('Ω'.repeat(11))
    expect(short).toMatch(/\/messenger\/[0-9a-f-]{36}$/)
  })

  it('cuts no name that fits', () => {
    const name = 'Maximiliane von Thurn'
    const { short } = compose(makeDelivery(), name, { ...HOTEL, publicUrl: CONSOLE })
    expect(short).toContain(`Harbour Light: ${name} has`)
    expect(short.length).toBeLessThanOrEqual(160)
  })

  it.each([
    ['user_needs_help', 'every 10 minutes.', 'More come every 10 min.'],
    ['new_user_started_conversation', 'More until 11:02 come together then.', 'More come at 11:02.'],
  ] as const)('says of %s how those come that follow', (notificationType, long, short) => {
    const limitedUntil = new Date('2026-11-22T11:02:00Z')
    const words = compose(makeDelivery({ notificationType, limitedUntil }), 'Ana', HOTEL)
    expect(words.text).toContain(long)
    expect(words.short.endsWith(`(10:15). ${short}`)).toBe(true)
    expect(words.subject).not.toContain('More')
  })
})

describe('a digest', () => {
  const digestDueAt = new Date('2026-11-22T10:25:00Z')
  const help = { chatId: null, digestDueAt, notificationType: 'user_needs_help' } as const

  it('names the first guest and how many more, since when, and the way to all of them', () => {
    const message = compose(makeDelivery(help), 'Ana Ruiz', { ...HOTEL, publicUrl: CONSOLE }, 35)
    expect(message).toMatchObject({
      at: digestDueAt,
      subject: 'Harbour Light: Ana Ruiz and 34 more guests ask for help',
      short: `Harbour Light: Ana Ruiz and 34 more guests ask for help (since 10:15). ${CONSOLE}/messenger?chatFilter=needs-help`,
    })
    expect(message.text).toContain('Ana Ruiz and 34 more guests ask for help.\n\nWhen: since Sunday')
    expect(message.text).toContain('Above 10 SMS in an hour they come together.')
    expect(message.text).toContain(
      `\nOpen the chats that need help: ${CONSOLE}/messenger?chatFilter=needs-help\n`,
    )
    expect(message.short.length).toBeLessThanOrEqual(160)
  })

  it.each([
    ['user_needs_help', 1, 'Ana asks for help'],
    ['user_needs_help', 2, 'Ana and 1 more guest ask for help'],
    ['new_user_started_conversation', 3, 'Ana and 2 more guests have started a conversation'],
    ['user_left_low_rating', 1_000, 'Ana and 999 more guests have left a low rating'],
  ] as const)('of %s and %i', (notificationType, guests, words) => {
    const { subject, text, short } = compose(
      makeDelivery({ ...help, notificationType, type: 'email' }),
      'Ana',
      HOTEL,
      guests,
    )
    expect(subject).toBe(`Harbour Light: ${words}`)
    expect(short).toBe(`Harbour Light: ${words} (since 10:15).`)
    expect(text).toMatch(
      /Above 30 emails in an hour they come together\.\n[^]*Sign in to the console to answer\.\n$/,
    )
  })

  it('cuts the name and not the number', () => {
    const { short } = compose(makeDelivery(help), LONG, { ...HOTEL, place: LONG, publicUrl: CONSOLE }, 35)
    expect(short).toContain('… and 34 more guests ask for help')
    expect(short.length).toBeLessThanOrEqual(160)
  })
})
