import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFacebookSigned, isStale, readFacebookEvents } from '#server/channels/facebook-webhook.ts'
import { isTwilioSigned } from '#server/channels/twilio-webhook.ts'
import { namesTag, readByteRange } from '#server/http/byte-range.ts'
import { acceptsEncoding } from '#server/shell/static-files.ts'
import { chooseEncoding } from '#server/shell/compress-answers.ts'
import { readCursor, writeCursor } from '#server/store/log/log-cursor.ts'
import { chooseSeed } from '#tests/support/fuzz-port.ts'
import { describeJson } from '#tests/support/hostile-json.ts'

/** What the server reads by expressions of its own: headers, cursors and webhooks. FUZZ_RUNS says how many of each. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 2_000)
const seed = chooseSeed('server parsers')
const LONG = 70_000

const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, property), { seed, numRuns: RUNS })
/** Pieces of a header put together in any way. */
const assemble = (pieces: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.nat().map(String), fc.string({ maxLength: 4 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''))

describe('a header', () => {
  it('asks for a part that exists, for all of it, or for nothing that there is', () => {
    const pieces = ['bytes', '=', '-', ',', ' ', '0', '1', '9'.repeat(30), 'e5', '-1', 'items']
    check(fc.tuple(assemble(pieces), fc.nat({ max: 1_000 })), ([header, size]) => {
      const range = readByteRange(header, size)
      if (typeof range === 'string') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeLessThanOrEqual(size)
      // A file of nothing has a last part of nothing.
      if (size > 0) expect(range.start).toBeLessThan(range.end)
    })
    for (const long of ['1'.repeat(LONG), `${'1-'.repeat(LONG)}`, ' '.repeat(LONG)])
      expect(readByteRange(`bytes=${long}-x`, 10)).toBe('whole')
  })

  it('names an encoding or a tag, or does not', () => {
    const pieces = ['br', 'gzip', 'identity', '*', ';q=', ';', ',', ' ', '0', '1', '.5', 'W/', '"', '"a"']
    check(assemble(pieces), (header) => {
      const encoding = chooseEncoding(header)
      if (encoding !== undefined) expect(acceptsEncoding(header, encoding)).toBe(true)
      if (namesTag(header, '"a"')) expect(header).toMatch(/"a"|\*/)
    })
    const long = `${'br;q=0,'.repeat(LONG / 7)}${';'.repeat(LONG)}`
    expect([chooseEncoding(long), namesTag(long, '"a"')]).toEqual([undefined, false])
  })
})

describe('a cursor', () => {
  it('of ours is read as it was written', () => {
    const cursor = fc.record({
      epoch: fc.uuid(),
      seq: fc.maxSafeNat(),
      resetAfter: fc.string({ unit: 'grapheme', minLength: 1 }),
    })
    check(cursor, (each) => {
      expect(readCursor(writeCursor(each))).toEqual(each)
      const { resetAfter: _, ...plain } = each
      expect(readCursor(writeCursor(plain))).toEqual(plain)
    })
  })

  it('of anybody’s is a place in a log, or none', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.oneof(fc.uuid(), fc.nat().map(String), fc.string()), { maxLength: 5 })
        .map((parts) => Buffer.from(parts.join(' ')).toString('base64url')),
    )
    check(text, (each) => {
      const cursor = readCursor(each)
      if (cursor) expect([typeof cursor.epoch, Number.isInteger(cursor.seq)]).toEqual(['string', true])
    })
  })
})

describe('a webhook', () => {
  const FIELDS = ['entry', 'messaging', 'sender', 'id', 'timestamp', 'message', 'mid', 'text', 'is_echo']
  const MORE = ['attachments', 'payload', 'url', 'postback', 'title', 'delivery', 'mids']

  it('of Facebook’s tells events, or is none; one that is odd hides no other', () => {
    const known = { sender: { id: '7' }, timestamp: 1, message: { mid: 'm', text: 'hello' } }
    check(describeJson([...FIELDS, ...MORE]), (json) => {
      for (const event of readFacebookEvents(json) ?? []) isStale(event, Date.now())
      const events = readFacebookEvents({ entry: [{ messaging: [json, known] }] })
      expect(events?.at(-1)?.message?.text).toBe('hello')
    })
  })

  it('is signed by who has the secret, whatever the signature looks like', () => {
    const hook = {
      accountSid: 'AC1',
      authToken: 'secret',
      apiUrl: 'https://api.twilio.com',
      publicUrl: 'https://hotel.example',
    }
    const signature = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^sha256=[0-9a-f]{0,70}$/))
    check(
      fc.tuple(signature, fc.dictionary(fc.string(), fc.string()), fc.string()),
      ([given, fields, path]) => {
        expect(isFacebookSigned('secret', given, new TextEncoder().encode(JSON.stringify(fields)))).toBe(
          false,
        )
        expect(isTwilioSigned(hook, given, path, new URLSearchParams(fields))).toBe(false)
      },
    )
  })
})
