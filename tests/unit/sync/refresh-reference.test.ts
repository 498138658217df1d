import { describe, expect, it, vi } from 'vitest'
import { askFor } from '#src/actions/open-chat.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'
import {
  canBeChosen,
  readAnswers,
  readDepartments,
  readReferenceAt,
  readStaff,
} from '#src/db/mirror/reference.ts'
import { readFetchRequests } from '#src/db/mirror/fetch-requests.ts'
import { BACKOFF_MAX_MS } from '#src/domain/outbox/timing.ts'
import { createFetchQueue } from '#src/sync/fetch-queue.ts'
import { refreshReference } from '#src/sync/refresh-reference.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson, type Fault } from '#tests/support/fault-fetch.ts'
import { ALL_CAPABILITIES, NO_CAPABILITIES } from '#tests/support/local.ts'

const WITH_STAFF = { ...ALL_CAPABILITIES, staff: true }
const PATHS = {
  answers: '/api/info/typical-answers',
  departments: '/api/ticketing/Queues/',
  staff: '/api/staff',
}
const NOT_FOUND: Fault = { status: 404, body: { message: 'No.', code: 'not_found' } }
const FORBIDDEN: Fault = { status: 403, body: { message: 'No.', code: 'forbidden' } }

async function openReferenceDesk(capabilities: Capabilities = WITH_STAFF) {
  const rows: Record<string, unknown> = {
    '/api/capabilities': capabilities,
    [PATHS.answers]: [
      { id: 'a1', label: 'pool', answer: 'Open until 9.' },
      { id: 'a2', label: 'Breakfast', answer: 'From 7.' },
    ],
    [PATHS.departments]: [
      { id: 'q2', name: 'Maintenance', isAdmin: false },
      { id: 'q1', name: 'Housekeeping' },
    ],
    [PATHS.staff]: [
      { id: 'u9', name: 'Maria', role: 1, online: false },
      { id: 'u2', name: 'Maria', role: 0, online: true },
      { id: 'u1', name: 'Alex', role: 4 },
    ],
  }
  const desk = await openDesk(
    (input) => Promise.resolve(answerJson(200, rows[new URL(String(input)).pathname])),
    { capabilities },
  )
  return { desk, rows }
}

async function readMirrored({ workspace: { mirror } }: Desk) {
  const [answers, departments, staff] = [
    await readAnswers(mirror),
    await readDepartments(mirror),
    await readStaff(mirror),
  ]
  return {
    answers: answers.map(({ id }) => id),
    departments: departments.map(({ id }) => id),
    staff: staff.map(({ id }) => id),
  }
}

const ALL = { answers: ['a2', 'a1'], departments: ['q1', 'q2'], staff: ['u1', 'u2', 'u9'] }

describe('reference data (DESIGN section 1)', () => {
  it('is mirrored by name or label, equal names in one order', async () => {
    const { desk } = await openReferenceDesk()
    await refreshReference(desk.context)
    expect(await readMirrored(desk)).toEqual(ALL)
    expect(await readReferenceAt(desk.workspace.mirror, 'departments')).toBe(desk.clock.now())
  })

  it('lets what a person waits for go first, before each call', async () => {
    const { desk } = await openReferenceDesk()
    const passed: number[] = []
    let open: () => void = () => undefined
    const giveWay = () => {
      passed.push(desk.line.calls.length)
      return new Promise<void>((resolve) => (open = resolve))
    }
    const reading = refreshReference(desk.context, ['answers', 'departments'], giveWay)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(desk.line.calls).toHaveLength(0)
    open()
    await vi.waitFor(() => expect(passed).toEqual([0, 1]))
    expect(desk.line.calls).toHaveLength(1)
    open()
    expect(await reading).toBeNull()
    expect(desk.line.calls).toHaveLength(2)
  })

  it('is written where it differs only, and what the environment no longer has goes', async () => {
    const { desk, rows } = await openReferenceDesk()
    await refreshReference(desk.context)
    const put = vi.spyOn(desk.workspace.mirror.answers, 'bulkPut')
    await refreshReference(desk.context)
    expect(put).not.toHaveBeenCalled()
    const changed = { id: 'a1', label: 'pool', answer: 'Open until 10.' }
    rows[PATHS.answers] = [changed]
    await refreshReference(desk.context)
    expect(put).toHaveBeenCalledExactlyOnceWith([expect.objectContaining(changed)])
    expect(await readAnswers(desk.workspace.mirror)).toEqual([expect.objectContaining(changed)])
  })

  it.each(Object.entries(PATHS).flatMap(([table, path]) => [[table, path] as const]))(
    '%s that this environment lacks or refuses stop no other, and what was mirrored stays',
    async (table, path) => {
      for (const fault of [NOT_FOUND, FORBIDDEN]) {
        const { desk, rows } = await openReferenceDesk()
        await refreshReference(desk.context)
        for (const name of Object.values(PATHS)) rows[name] = []
        desk.line.failNext((call) => call.path === path, fault)
        await refreshReference(desk.context)
        expect(await readMirrored(desk)).toEqual({
          answers: [],
          departments: [],
          staff: [],
          [table]: Object.entries(ALL).find(([name]) => name === table)?.[1],
        })
      }
    },
  )

  it.each<[Fault]>([['drop'], ['html'], ['error-500'], ['half-json']])(
    '%s at one: the others are read, and the caller hears that not all was',
    async (fault) => {
      const { desk } = await openReferenceDesk()
      desk.line.failNext((call) => call.path === PATHS.answers, fault)
      const unread = await refreshReference(desk.context)
      expect(unread?.parts).toEqual(['answers'])
      expect(await readMirrored(desk)).toEqual({ ...ALL, answers: [] })
      expect(await readReferenceAt(desk.workspace.mirror, 'answers')).toBeNull()
    },
  )

  it('asks for no staff where they were not announced', async () => {
    const { desk } = await openReferenceDesk(NO_CAPABILITIES)
    await refreshReference(desk.context)
    expect(desk.line.calls.map(({ path }) => path)).not.toContain(PATHS.staff)
    expect((await readMirrored(desk)).departments).toEqual(ALL.departments)
  })

  it('a department that is gone there goes here', async () => {
    const { desk, rows } = await openReferenceDesk()
    await refreshReference(desk.context)
    rows[PATHS.departments] = [{ id: 'q2', name: 'Maintenance' }]
    await refreshReference(desk.context)
    expect((await readMirrored(desk)).departments).toEqual(['q2'])
  })

  it('a row that is partly unreadable is mirrored with the others, and can be chosen only by an id', async () => {
    const { desk, rows } = await openReferenceDesk()
    rows[PATHS.departments] = [{ id: 'q2', name: 'Maintenance' }, { id: 'q3' }, 'Bar', { name: 'Spa' }]
    rows[PATHS.staff] = [{ id: 'u1', name: 'Alex', role: 9 }, null, { id: 'u2', name: 'Kim', role: 0 }]
    await refreshReference(desk.context)
    const { mirror } = desk.workspace
    const departments = await readDepartments(mirror)
    expect(departments.map(({ name }) => name)).toEqual(['', '', 'Maintenance', 'Spa'])
    expect(departments.filter(canBeChosen).map(({ id }) => id)).toEqual(['q3', 'q2'])
    const staff = await readStaff(mirror)
    expect(staff).toHaveLength(3)
    expect(staff.filter(canBeChosen)).toEqual([
      { id: 'u1', name: 'Alex', role: null, online: false, unreadable: ['role'] },
      { id: 'u2', name: 'Kim', role: 0, online: false },
    ])
  })

  it('a screen may want it read now', async () => {
    const { desk } = await openReferenceDesk()
    const { workspace } = desk
    await askFor(workspace, { kind: 'reference' }, desk.clock.now())
    desk.line.failNext((call) => call.path === PATHS.staff, 'drop')
    await createFetchQueue(desk.context).run()
    expect(await readFetchRequests(workspace.mirror)).toMatchObject([{ problem: 'unreachable' }])
    desk.clock.advance(BACKOFF_MAX_MS)
    await createFetchQueue(desk.context).run()
    expect(await readFetchRequests(workspace.mirror)).toEqual([])
    expect((await readMirrored(desk)).staff).toEqual(ALL.staff)
  })
})
