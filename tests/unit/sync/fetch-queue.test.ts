import { describe, expect, it, vi } from 'vitest'
import { askFor, openChat } from '#src/actions/open-chat.ts'
import type { FetchRequest } from '#src/db/mirror/database.ts'
import { readOpenChats } from '#src/db/mirror/threads.ts'
import { pruneFetchRequests } from '#src/db/mirror/fetch-requests.ts'
import { writeMirror } from '#src/db/write.ts'
import { createFetchQueue } from '#src/sync/fetch-queue.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson, type SeenCall } from '#tests/support/fault-fetch.ts'
import { makeChatRow } from '#tests/support/local-rows.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const isFile = ({ path }: SeenCall) => path.startsWith('/api/attachments/')
const isThread = ({ path }: SeenCall) => path.endsWith('/messages?limit=50')
const file = (name: string): FetchRequest => ({ kind: 'file', chatId: 'c', url: `/api/attachments/${name}` })
const thread = (chatId: string): FetchRequest => ({ kind: 'thread', chatId })

/** An environment that answers everything, with chats `a` to `c`. */
function openSimple(): Promise<Desk> {
  return openDesk((input) => {
    const { pathname } = new URL(String(input))
    if (pathname.endsWith('/messages')) return Promise.resolve(answerJson(200, []))
    if (pathname.startsWith('/api/info/chats/'))
      return Promise.resolve(answerJson(200, makeChatRow(pathname.slice('/api/info/chats/'.length))))
    return Promise.resolve(answerJson(200, {}))
  })
}

async function ask(desk: Desk, ...fetchRequests: FetchRequest[]): Promise<void> {
  for (const request of fetchRequests) await askFor(desk.workspace, request, desk.clock.now())
}

const countLeft = ({ workspace }: Desk) => workspace.mirror.fetchRequests.count()

describe('what screens asked for', () => {
  it('a thread comes before its guest card, and a picture last, whoever was asked for first', async () => {
    const desk = await openSimple()
    const cards: FetchRequest[] = ['a', 'b', 'c'].map((chatId) => ({ kind: 'guest-card', chatId }))
    await ask(desk, file('1'), ...cards, thread('a'), thread('b'), thread('c'))
    await createFetchQueue(desk.context, () => false).run()
    const order = ['/api/info/chats/', '/api/inhouse-guest-info/', '/api/attachments/']
    const kinds = desk.line.calls.map(({ path }) => order.findIndex((start) => path.startsWith(start)))
    // Three at once: what was first is done before the next kind begins, but for the last of it.
    expect(kinds.slice(0, 3)).toEqual([0, 0, 0])
    expect(kinds.filter((kind) => kind === 1)).toHaveLength(3)
    expect(kinds.at(-1)).toBe(2)
    expect(await countLeft(desk)).toBe(0)
  })

  it.each([
    ['good', true, 2],
    ['weak', false, 1],
  ])(
    'a thread asked for while pictures are on a %s line does not wait for them',
    async (_, isGood, files) => {
      const desk = await openSimple()
      desk.line.failNext(isFile, 'hang', 'hang', 'hang', 'hang')
      await ask(desk, file('1'), file('2'), file('3'), file('4'))
      const { run } = createFetchQueue(desk.context, () => isGood)
      const done = run()
      await waitFor('pictures to be under way', () => desk.line.hanging() === files)
      await ask(desk, thread('a'), thread('b'))
      void run()
      await waitFor('both threads to be there', () => desk.line.calls.filter(isThread).length === 2)
      await waitFor('their wants to be gone', async () => (await countLeft(desk)) === 4)
      expect(desk.line.hanging()).toBe(files)
      desk.line.clear()
      await waitFor('all pictures to have been fetched', async () => {
        desk.line.release()
        return (await countLeft(desk)) === 0
      })
      await done
      expect(desk.line.calls.filter(isFile)).toHaveLength(4)
    },
  )

  it.each(['drop', 'error-500'] as const)(
    'what failed (%s) says so and is tried again once its backoff is over, longer each time (O3)',
    async (fault) => {
      const desk = await openSimple()
      desk.line.decide(() => fault)
      await ask(desk, file('1'))
      const { run, nextDueAt } = createFetchQueue(desk.context)
      const waits: number[] = []
      for (let failures = 1; failures <= 8; failures += 1) {
        await run()
        await run()
        expect(desk.line.calls.filter(isFile)).toHaveLength(failures)
        expect(await desk.workspace.mirror.fetchRequests.toArray()).toMatchObject([
          { problem: 'unreachable', failures },
        ])
        const dueAt = (await nextDueAt()) ?? 0
        waits.push(dueAt - desk.clock.now())
        desk.clock.set(dueAt)
      }
      expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
      desk.line.clear()
      await run()
      expect(await countLeft(desk)).toBe(0)
      expect(await nextDueAt()).toBeNull()
    },
  )

  it('Retry-After is waited for, and a person who is back waits for nothing', async () => {
    const desk = await openSimple()
    desk.line.failNext(isFile, {
      status: 503,
      body: { message: 'Later.', code: 'busy' },
      headers: { 'retry-after': '90' },
    })
    await ask(desk, file('1'))
    const queue = createFetchQueue(desk.context)
    await queue.run()
    expect(await queue.nextDueAt()).toBe(desk.clock.now() + 90_000)
    await queue.run()
    expect(desk.line.calls.filter(isFile)).toHaveLength(1)
    await queue.forgetWaits()
    await queue.run()
    expect(await countLeft(desk)).toBe(0)
  })

  it('a clock that was set back parks nothing', async () => {
    const desk = await openSimple()
    desk.line.failNext(isFile, 'drop')
    await ask(desk, file('1'))
    const { run } = createFetchQueue(desk.context)
    await run()
    desk.clock.advance(-3_600_000)
    await run()
    expect(await countLeft(desk)).toBe(0)
  })

  it('what nobody has asked for in a day is forgotten, unless its chat is open', async () => {
    const desk = await openSimple()
    const { workspace, clock } = desk
    const { mirror } = workspace
    await ask(desk, file('1'), thread('a'))
    await openChat(workspace, 'open', clock.now())
    clock.advance(25 * 60 * 60_000)
    await ask(desk, thread('b'))
    await writeMirror(workspace, [mirror.fetchRequests, mirror.threads], async () =>
      pruneFetchRequests(mirror, await readOpenChats(mirror), clock.now()),
    )
    expect(await mirror.fetchRequests.toCollection().primaryKeys()).toEqual([
      'guest-card:open',
      'thread:b',
      'thread:open',
    ])
  })

  it.each([403, 404])(
    'what the environment refuses (%i) is asked for again only when a person asks again',
    async (status) => {
      const desk = await openSimple()
      desk.line.failNext(isFile, { status, body: { message: 'No.', code: 'no' } })
      await ask(desk, file('1'))
      const { run, forgetWaits } = createFetchQueue(desk.context)
      await run()
      desk.clock.advance(60 * 60_000)
      await forgetWaits()
      await run()
      expect(desk.line.calls.filter(isFile)).toHaveLength(1)
      await ask(desk, file('1'))
      await run()
      expect(await countLeft(desk)).toBe(0)
    },
  )

  it('what reads everything gives way to a thread, and not to a picture', async () => {
    const desk = await openSimple()
    desk.line.failNext(isFile, 'hang')
    desk.line.failNext(isThread, 'hang')
    await ask(desk, file('1'), thread('a'))
    const { run, giveWay } = createFetchQueue(desk.context)
    await giveWay()
    const done = run()
    await waitFor('both to be under way', () => desk.line.hanging() === 2)
    let isOver = false
    const over = giveWay().then(() => (isOver = true))
    await Promise.resolve()
    expect(isOver).toBe(false)
    desk.line.release()
    await over
    expect(desk.line.calls.filter(isThread)).toHaveLength(1)
    await done
  })

  it('it goes on after two seconds beside a call that hangs', async () => {
    const desk = await openSimple()
    desk.line.failNext(isThread, 'hang')
    await ask(desk, thread('a'))
    const { run, giveWay } = createFetchQueue(desk.context)
    const done = run()
    await waitFor('the thread to be under way', () => desk.line.hanging() === 1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const over = giveWay()
      vi.advanceTimersByTime(2_000)
      await over
    } finally {
      vi.useRealTimers()
    }
    expect(desk.line.hanging()).toBe(1)
    desk.line.release()
    await done
  })

  it('a fault that is no failure of a call reaches the caller, and the others go on', async () => {
    const desk = await openSimple()
    await ask(desk, thread('a'))
    const { run } = createFetchQueue(desk.context)
    const { workspace } = desk
    const { epoch } = workspace
    workspace.epoch = epoch + 1
    await expect(run()).rejects.toThrow()
    workspace.epoch = epoch
    await run()
    expect(await countLeft(desk)).toBe(0)
  })
})
