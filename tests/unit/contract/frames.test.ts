import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrame } from '#src/contract/frames.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'

const read = (frame: unknown) => readFrame(JSON.stringify(frame))

describe('frames (CONTRACT section 4; I1: a frame is a hint)', () => {
  it('the specification frames', () => {
    expect(read({ type: 'new_message', chatId: 'c', value: 'm' })).toEqual({
      type: 'new_message',
      chatId: 'c',
      messageId: 'm',
      change: null,
    })
    expect(read({ type: 'chat_changed', chatId: 7, value: null })).toMatchObject({
      chatId: '7',
      messageId: null,
    })
    expect(read({ type: 'needs_help', chatId: 'c' })).toMatchObject({ messageId: null, change: null })
    expect(read({ type: 'admin_joined', chatId: null, value: 3 })).toEqual({ type: 'admin_joined', count: 3 })
    expect(read({ type: 'heartbeat' })).toEqual({ type: 'heartbeat' })
  })

  it('the frames of the configuration', () => {
    const frame = { type: 'rows_changed', chatId: null, value: 'tickets' }
    expect(read(frame)).toEqual({ type: 'rows_changed', list: 'tickets' })
    // A list that this console does not know is nobody's to read.
    expect(read({ ...frame, value: 'rooms' })).toEqual({ type: 'rows_changed', list: 'rooms' })
    expect(read({ type: 'session_changed', chatId: null, value: null })).toEqual({ type: 'session_changed' })
  })

  it('carries a change only with both of its cursors', () => {
    const hint = { type: 'new_message', chatId: 'c', value: 'm', seq: '2' }
    const change = { chat: makeChatRow('c'), message: makeMessageRow('c', 'm', 0) }
    expect(read({ ...hint, ...change })).toMatchObject({ change: null })
    expect(read({ ...hint, prev: '1', ...change })).toMatchObject({
      change: { prev: '1', seq: '2', ...change },
    })
    expect(read({ ...hint, prev: '1', chat: null })).toMatchObject({ change: { chat: null, message: null } })
  })

  it.each([
    '',
    'hello',
    '{"type":"new_message","chatId":"c"',
    '[]',
    'null',
    '7',
    '{"type":"new_message"}',
    '{"type":"new_message","chatId":""}',
    '{"type":"new_message","chatId":{}}',
    '{"type":"explode","chatId":"c"}',
    '{"type":"rows_changed"}',
    '{"type":"rows_changed","value":""}',
    '{"type":"rows_changed","value":["users"]}',
    '{"type":"admin_joined"}',
    '{"type":"admin_joined","value":"many"}',
    '{"type":"admin_joined","value":{"toString":1,"valueOf":1}}',
    '{"type":"admin_joined","value":null}',
    '{"type":"admin_joined","value":[3]}',
    '{"type":"new_message","chatId":"c","chat":"x","prev":"1","seq":"2"}',
  ])('ignores %s', (data) => {
    expect(readFrame(data)).toBeNull()
  })

  it('a number of staff may come as digits', () => {
    expect(read({ type: 'admin_joined', value: '4' })).toEqual({ type: 'admin_joined', count: 4 })
  })

  it('ignores binary frames and never throws on any text', () => {
    expect(readFrame(new ArrayBuffer(8))).toBeNull()
    expect(readFrame(undefined)).toBeNull()
    const types = fc.constantFrom('new_message', 'chat_changed', 'needs_help', 'admin_joined', 'heartbeat')
    const garbled = fc.record({
      type: types,
      chatId: fc.jsonValue(),
      value: fc.jsonValue(),
      chat: fc.jsonValue(),
      message: fc.jsonValue(),
      prev: fc.jsonValue(),
      seq: fc.jsonValue(),
    })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          garbled.map((frame) => JSON.stringify(frame)),
        ),
        (data) => {
          readFrame(data)
        },
      ),
      { numRuns: 500 },
    )
  })
})
