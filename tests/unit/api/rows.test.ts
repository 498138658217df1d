import * as v from 'valibot'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listRows } from '#src/api/rows.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const schema = v.array(v.object({ id: v.number() }))
const call = { method: 'GET', path: '/api/things' } as const
const makeRows = (count: number): unknown[] => Array.from({ length: count }, (_, id) => ({ id }))

function read(rows: unknown, onBeginning?: (rows: { id: number }[]) => void) {
  const fetch = () => Promise.resolve(Response.json(rows))
  const session = { target: { origin: 'https://hotel.example', fetch }, token: 't', hasContractBodies: true }
  return listRows(session, call, schema, onBeginning)
}

describe('a whole list (listRows)', () => {
  const frames: (() => void)[] = []
  beforeEach(() => {
    frames.length = 0
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  })

  it('tells the beginning of a long one, and looks at the rest once that is on the screen', async () => {
    const told: { id: number }[][] = []
    const whole = read(makeRows(2_500), (rows) => told.push(rows))
    await waitFor('the beginning', () => told.length > 0)
    const first = told[0] ?? []
    expect(first).not.toHaveLength(0)
    expect(first.map(({ id }) => id)).toEqual(Array.from({ length: first.length }, (_, id) => id))
    let isRead = false
    const reading = whole.then((rows) => {
      isRead = true
      return rows
    })
    await new Promise((done) => setTimeout(done, 20))
    expect(isRead).toBe(false)
    for (const draw of frames) draw()
    expect(await reading).toEqual(makeRows(2_500))
    // The very rows: what is drawn of them stays.
    expect((await reading)[0]).toBe(first[0])
  })

  it('goes on without a frame where nobody sees the page', async () => {
    expect(await read(makeRows(1_001), () => undefined)).toHaveLength(1_001)
  })

  it.each([0, 1, 1_000])('tells no beginning of %d rows', async (count) => {
    const tell = vi.fn()
    expect(await read(makeRows(count), tell)).toEqual(makeRows(count))
    expect(tell).not.toHaveBeenCalled()
  })

  it.each([
    ['no list', { rows: [] }],
    ['a row of another shape at the end of a long one', [...makeRows(1_500), { id: 'x' }]],
  ])('is foreign where it is %s', async (_, answer) => {
    await expect(read(answer)).rejects.toMatchObject({ failure: { kind: 'foreign' } })
  })
})
