import * as v from 'valibot'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listRows } from '#src/api/rows.ts'
import { waitForTurn } from '#src/lib/turns.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const schema = v.array(v.object({ id: v.number() }))
const call = { method: 'GET', path: '/api/things' } as const
const makeRows = (count: number): unknown[] => Array.from({ length: count }, (_, id) => ({ id }))

function read(rows: unknown, onBeginning?: (rows: { id: number }[]) => void) {
  return readAnswer(Response.json(rows), onBeginning)
}

function readAnswer(answer: Response, onBeginning?: (rows: { id: number }[]) => void) {
  const fetch = () => Promise.resolve(answer)
  const session = { target: { origin: 'https://hotel.example', fetch }, token: 't', hasContractBodies: true }
  return listRows(session, call, schema, onBeginning)
}

/** An answer whose parts arrive when the test sends them. */
function openAnswer(status = 200) {
  let parts: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (parts = controller) })
  return {
    answer: new Response(body, { status, headers: { 'content-type': 'application/json' } }),
    send: (text: string) => parts?.enqueue(new TextEncoder().encode(text)),
    end: () => parts?.close(),
    breakOff: () => parts?.error(new TypeError('the line broke')),
  }
}

describe('a whole list (listRows)', () => {
  const frames: (() => void)[] = []
  beforeEach(() => {
    frames.length = 0
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  })

  it('tells the first rows while the others are on their way, and reads on once they are on the screen', async () => {
    const told: { id: number }[][] = []
    const { answer, send, end } = openAnswer()
    const whole = readAnswer(answer, (rows) => told.push(rows))
    const text = JSON.stringify(makeRows(2_500))
    send(text.slice(0, 200))
    await waitForTurn()
    expect(told).toEqual([])
    send(text.slice(200, 10_000))
    await waitFor('the beginning', () => told.length > 0)
    const first = told[0] ?? []
    expect(first.length).toBeGreaterThan(20)
    expect(first).toEqual(makeRows(first.length))
    send(text.slice(10_000))
    end()
    let isRead = false
    const reading = whole.then((rows) => {
      isRead = true
      return rows
    })
    await new Promise((done) => setTimeout(done, 20))
    expect(isRead).toBe(false)
    for (const draw of frames) draw()
    expect(await reading).toEqual(makeRows(2_500))
    expect(told).toHaveLength(1)
    // The very rows: what is drawn of them stays.
    expect((await reading)[0]).toBe(first[0])
  })

  it('goes on without a frame where nobody sees the page', async () => {
    const { answer, send, end } = openAnswer()
    const told = vi.fn()
    const whole = readAnswer(answer, told)
    const text = JSON.stringify(makeRows(1_001))
    send(text.slice(0, -1))
    send(text.slice(-1))
    end()
    expect(await whole).toHaveLength(1_001)
    expect(told).toHaveBeenCalledOnce()
  })

  it.each([0, 1, 1_000])('tells no beginning of %d rows that come at once', async (count) => {
    const tell = vi.fn()
    expect(await read(makeRows(count), tell)).toEqual(makeRows(count))
    expect(tell).not.toHaveBeenCalled()
  })

  it.each([
    [
      'rows of another shape',
      200,
      JSON.stringify(makeRows(200).map(() => ({ id: 'x' }))),
      'unexpected-responder',
    ],
    ['a refusal', 403, JSON.stringify(makeRows(200)), 'unexpected-responder'],
    ['half an answer', 200, JSON.stringify(makeRows(200)).slice(0, 300), 'unexpected-responder'],
  ])('tells no beginning of %s', async (_, status, text, kind) => {
    const tell = vi.fn()
    const { answer, send, end } = openAnswer(status)
    const whole = readAnswer(answer, tell)
    send(text.slice(0, -1))
    end()
    await expect(whole).rejects.toMatchObject({ failure: { kind } })
    expect(tell).not.toHaveBeenCalled()
  })

  it('fails where the line breaks after the beginning', async () => {
    const tell = vi.fn()
    const { answer, send, breakOff } = openAnswer()
    const whole = readAnswer(answer, tell)
    send(JSON.stringify(makeRows(500)).slice(0, 3_000))
    await waitFor('the beginning', () => tell.mock.calls.length > 0)
    for (const draw of frames) draw()
    breakOff()
    await expect(whole).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  })

  it.each([
    ['no list', { rows: [] }],
    ['a row of another shape at the end of a long one', [...makeRows(1_500), { id: 'x' }]],
  ])('is foreign where it is %s', async (_, answer) => {
    await expect(read(answer)).rejects.toMatchObject({ failure: { kind: 'unexpected-responder' } })
  })
})
