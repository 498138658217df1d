import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { readPushPayload, type PushPayload } from '#src/contract/push.ts'
import { createReceiver, verifyVapid } from '#tests/support/push-crypto.ts'

/** The test's own push service bites: it reads what was encrypted for a device and nothing else. */
const keys = webPush.generateVAPIDKeys()
const encryptFor = (receiver: ReturnType<typeof createReceiver>, text: string) => {
  const details = webPush.generateRequestDetails(
    { endpoint: 'https://push.example/1', keys: receiver.keys },
    text,
    { vapidDetails: { subject: 'mailto:it@hotel.example', ...keys } },
  )
  if (!details.body) throw new Error('nothing was encrypted')
  return { body: details.body, authorization: String(details.headers['Authorization']) }
}

describe('the decryption of RFC 8291', () => {
  it.each(['short', `${'long '.repeat(700)}end`, '🛎️ bell'])('gives back what was sent', (text) => {
    const receiver = createReceiver()
    expect(receiver.decrypt(encryptFor(receiver, text).body)).toBe(text)
  })

  it('refuses what is for another device, and what was changed on the way', () => {
    const receiver = createReceiver()
    const { body } = encryptFor(receiver, 'for one device')
    expect(() => createReceiver().decrypt(body)).toThrow()
    const changed = Buffer.from(body)
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1
    expect(() => receiver.decrypt(changed)).toThrow()
  })
})

describe('the signature of RFC 8292', () => {
  it('is that of the key, for claims that were not changed', () => {
    const { authorization } = encryptFor(createReceiver(), 'x')
    expect(verifyVapid(authorization)).toMatchObject({
      aud: 'https://push.example',
      publicKey: keys.publicKey,
    })
    const { publicKey } = webPush.generateVAPIDKeys()
    expect(() => verifyVapid(authorization.replace(keys.publicKey, publicKey))).toThrow()
    const [head = '', , signature = ''] = authorization.split('.')
    const claims = Buffer.from(JSON.stringify({ aud: 'https://other.example' })).toString('base64url')
    expect(() => verifyVapid([head, claims, signature].join('.'))).toThrow()
    expect(() => verifyVapid('vapid t=, k=')).toThrow()
  })
})

describe('what the worker reads', () => {
  const payload: PushPayload = {
    version: 1,
    kind: 'needs_help',
    environment: null,
    userId: randomUUID(),
    sentAt: '2026-11-18T12:00:00.000Z',
    tag: 'chat:1',
    helpCount: 2,
    chatId: '1',
    displayName: null,
    helpAt: '2026-11-18T11:59:00.000Z',
    stage: 1,
    line: 'Desk 1',
  }

  it('is a payload, also with fields that it does not know', () => {
    expect(readPushPayload(JSON.stringify({ ...payload, later: true }))).toEqual(payload)
  })

  it.each([
    ['no JSON', 'hello'],
    ['an unknown kind', JSON.stringify({ ...payload, kind: 'weather' })],
    ['another version', JSON.stringify({ ...payload, version: 2 })],
    ['no chat', JSON.stringify({ ...payload, chatId: undefined })],
    ['no user', JSON.stringify({ ...payload, userId: '' })],
    ['a stage that is none', JSON.stringify({ ...payload, stage: 3 })],
  ])('is nothing where it is %s', (_, text) => {
    expect(readPushPayload(text)).toBeNull()
  })
})
