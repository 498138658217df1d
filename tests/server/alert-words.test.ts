import { describe, expect, it } from 'vitest'
import { composeAlert } from '#server/alerts/compose-alert.ts'
import { createId } from '#server/ids.ts'
import type { AlertDeliveryRow } from '#server/store/alerts/alert-deliveries.ts'

/** The words of alerts; that they arrive so is in alert-delivery. */
const HOTEL = { place: 'Harbour Light', timeZone: 'UTC', publicUrl: null }
const CONSOLE = 'https://console.hotel.example'
const LONG = 'Ω'.repeat(200)

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
    heldBackUntil: null,
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
    const { text, short } = composeAlert(delivery, 'Ana', { ...HOTEL, publicUrl: CONSOLE })
    const link = `${CONSOLE}/messenger/a%20b%2Fc`
    expect(text.endsWith(`\n\nOpen the chat: ${link}?chatFilter=all&chatType=all\n`)).toBe(true)
    expect(short).toBe(`Harbour Light: Ana has started a conversation (10:15). ${link}`)
  })

  it.each([
    ['where nobody says the console’s address', { ...HOTEL }, {}],
    ['where the chat is gone', { ...HOTEL, publicUrl: CONSOLE }, { chatId: null }],
  ])('is none %s', (_, hotel, fields) => {
    const { text, short } = composeAlert(makeDelivery(fields), 'Ana', hotel)
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
    const { short } = composeAlert(makeDelivery(), LONG, { ...HOTEL, place: LONG, publicUrl })
    expect(short.length).toBeLessThanOrEqual(most)
    expect(short).toContain('Ω'.repeat(11))
    expect(short).toMatch(/\/messenger\/[0-9a-f-]{36}$/)
  })

  it('cuts no name that fits', () => {
    const name = 'Maximiliane von Thurn'
    const { short } = composeAlert(makeDelivery(), name, { ...HOTEL, publicUrl: CONSOLE })
    expect(short).toContain(`Harbour Light: ${name} has`)
    expect(short.length).toBeLessThanOrEqual(160)
  })

  it('says until when there are no more', () => {
    const heldBackUntil = new Date('2026-11-22T11:02:00Z')
    const { short, text } = composeAlert(makeDelivery({ heldBackUntil }), 'Ana', HOTEL)
    expect(short).toBe(
      'Harbour Light: Ana has started a conversation (10:15). No more of these by SMS until 11:02.',
    )
    expect(text).not.toContain('11:02')
  })
})
