import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { typicalAnswerCalls } from '#src/api/typical-answers.ts'
import { typicalAnswersSchema, type TypicalAnswer } from '#src/contract/typical-answers.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { createListWrites, type ListPlan } from '#src/online/list-writes.ts'
import { createFaultFetch, type FaultFetch } from '#tests/support/fault-fetch.ts'
import { TEST_ORIGIN } from '#tests/support/local.ts'

const ANSWERS: ListPlan<TypicalAnswer, object> = {
  name: 'typical-answers',
  schema: typicalAnswersSchema,
  ...typicalAnswerCalls,
}
const QUERY_KEY = ['list', ANSWERS.name]
const WIFI: TypicalAnswer = { id: '1', label: 'Wi-Fi', answer: 'Harbourlight Guest', etag: '"1"' }
const POOL: TypicalAnswer = { id: '2', label: 'Pool', answer: 'Until ten', etag: '"1"' }
const STAYS = { isLeaving: false }

describe('the writes of a list that only exists online', () => {
  it('put what the environment answers into the list', async () => {
    const { writes, line, rows } = open()
    line.decide(() => ({ status: 201, body: POOL }))
    expect(await writes.create({ label: 'Pool', answer: 'Until ten' })).toEqual({ kind: 'done', row: POOL })
    expect(rows()).toEqual([WIFI, POOL])

    const later = { ...WIFI, answer: 'Harbourlight Fast', etag: '"2"' }
    line.decide(() => ({ status: 200, body: later }))
    expect(await writes.update(WIFI, { answer: later.answer }, STAYS)).toEqual({ kind: 'done', row: later })
    expect(rows()).toEqual([later, POOL])

    line.decide(() => ({ status: 204, body: undefined }))
    expect(await writes.remove(POOL, STAYS)).toEqual({ kind: 'done' })
    expect(rows()).toEqual([later])
  })

  it('send what is changed and of which version; without versions the whole row, as far as it could be read', async () => {
    const { writes, line } = open()
    line.decide(() => ({ status: 200, body: WIFI }))
    await writes.update(WIFI, { label: 'WLAN' }, STAYS)
    const { etag: _, ...plain } = WIFI
    await writes.update({ ...plain, unreadable: ['answer'] }, { label: 'WLAN' }, STAYS)
    expect(line.calls.map(({ body }) => body)).toEqual([{ label: 'WLAN' }, { id: '1', label: 'WLAN' }])
  })

  it('say who came first, with the row as it is now', async () => {
    const { writes, line, rows } = open()
    const theirs = { ...WIFI, label: 'WLAN', etag: '"2"' }
    const refused = { message: 'Somebody else has changed it.', code: 'changed', details: { row: theirs } }
    line.decide(() => ({ status: 412, body: refused }))
    expect(await writes.update(WIFI, { label: 'Internet' }, STAYS)).toEqual({ kind: 'changed', row: theirs })
    expect(rows()).toEqual([theirs])
    line.decide(() => ({ status: 404, body: { message: 'It is gone.', code: 'not_found' } }))
    expect(await writes.update(WIFI, { label: 'Internet' }, STAYS)).toEqual({ kind: 'gone' })
    expect(rows()).toEqual([])
  })

  it('ask again under the same key after an answer that never came, and under another one after any other', async () => {
    const { writes, line } = open()
    const values = { label: 'Pool', answer: 'Until ten' }
    line.failNext(() => true, 'drop', 'error-500', 'html', {
      status: 422,
      body: { message: 'No.', code: 'invalid' },
    })
    for (const kind of ['unreachable', 'unreachable', 'unreachable', 'refused']) {
      expect(await writes.create(values)).toMatchObject({ kind })
    }
    line.decide(() => ({ status: 201, body: POOL }))
    await writes.create(values)
    const keys = line.calls.map(({ key }) => key)
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(keys[4]).not.toBe(keys[0])
    expect(keys[4]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('say in words why not, and that it may have been done where there are no keys', async () => {
    const { writes, line } = open({ hasKeys: false })
    line.failNext(() => true, 'drop', 'busy', {
      status: 409,
      body: { message: 'It is in use.', code: 'conflict' },
    })
    expect(await writes.remove(WIFI, STAYS)).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('It may have been done all the same') as string,
    })
    expect(line.calls[0]?.key).toBeNull()
    expect(await writes.remove(WIFI, STAYS)).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('is busy. Try again in') as string,
    })
    expect(await writes.remove(WIFI, STAYS)).toEqual({ kind: 'refused', message: 'It is in use.' })
  })

  it('look for the row themselves where the environment answers without it', async () => {
    const { writes, line, client } = open({ hasKeys: false })
    await client.prefetchQuery({ queryKey: QUERY_KEY, queryFn: () => [WIFI, POOL], staleTime: 0 })
    client.setQueryData(QUERY_KEY, [WIFI])
    line.decide(() => ({ status: 200, body: {} }))
    expect(await writes.create({ label: 'Pool', answer: 'Until ten' })).toEqual({ kind: 'done', row: POOL })
  })

  it('take what other calls said of a row', async () => {
    const { writes, rows } = open()
    await writes.put(POOL)
    await writes.put({ ...WIFI, label: 'WLAN' })
    expect(rows()).toEqual([{ ...WIFI, label: 'WLAN' }, POOL])
    await writes.drop(POOL.id)
    expect(rows()).toEqual([{ ...WIFI, label: 'WLAN' }])
  })

  it('are made under a living session only', async () => {
    const { writes, line } = open({ isOver: true })
    expect(await writes.create({})).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('Sign in') as string,
    })
    expect(line.calls).toEqual([])
  })
})

function open({ hasKeys = true, isOver = false } = {}) {
  const line: FaultFetch = createFaultFetch(() => Promise.reject(new Error('no environment')))
  const client = new QueryClient()
  client.setQueryData(QUERY_KEY, [WIFI])
  const session = {
    target: { origin: TEST_ORIGIN, fetch: line.fetch },
    token: 'token',
    hasContractBodies: hasKeys,
  }
  const openSession = () => (isOver ? Promise.reject(new SessionEndedError()) : Promise.resolve(session))
  const online = { openSession, syncNow: () => undefined }
  const writes = createListWrites(ANSWERS, { online, client, queryKey: QUERY_KEY })
  return { writes, line, client, rows: () => client.getQueryData(QUERY_KEY) }
}
