import { describe, expect, it } from 'vitest'
import type { Chat } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { patchThread } from '#src/db/mirror/threads.ts'
import { loading } from '#src/lib/loading.ts'
import { prewarmShift } from '#src/sync/prewarm.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson, type Fault, type SeenCall } from '#tests/support/fault-fetch.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const CARD = '/api/inhouse-guest-info/'
const REFUSED: Fault = { status: 403, body: { message: 'No.', code: 'forbidden' } }
const ME = { id: 'user-agent', name: 'Agent' }
const OTHER = { id: 'user-other', name: 'Agent' }
/** More than are fetched ahead only because they are recent. */
const RECENT = 25

/** Old chats that need help or are held, and recent ones; no messages are mirrored, as without a change log. */
async function openColdDesk(): Promise<Desk> {
  const desk = await openDesk((input) =>
    Promise.resolve(answerJson(200, new URL(String(input)).pathname.endsWith('/messages') ? [] : {})),
  )
  const old = { updatedAt: at(-90 * 60_000) }
  const chats: Chat[] = [
    makeChatRow('help', { ...old, needsHelp: true }),
    makeChatRow('mine', { ...old, user: ME, pausedAt: at(-1) }),
    makeChatRow('my-help', { ...old, needsHelp: true, user: ME, pausedAt: at(-1) }),
    makeChatRow('theirs', { ...old, user: OTHER, pausedAt: at(-1) }),
    ...Array.from({ length: RECENT }, (_, n) => makeChatRow(`recent-${n}`, { updatedAt: at(-n * 1_000) })),
  ]
  await putChats(desk.workspace.mirror, chats, { readAt: 0, snapshot: '' })
  return desk
}

const makeOptions = (isWelcome = () => true) => ({ isWelcome, refused: new Set<string>() })

/** Whatever the mirror has been asked is answered by then: a job that could begin has begun. */
async function settleDatabases({ workspace }: Desk): Promise<void> {
  for (let read = 0; read < 20; read += 1) await workspace.mirror.chats.count()
}

/** The chats whose cards were asked for, in order. */
const listAsked = ({ line }: Desk) =>
  line.calls.flatMap(({ path }) => (path.startsWith(CARD) ? [path.slice(CARD.length)] : []))
const listKept = async ({ workspace }: Desk) => (await workspace.mirror.guestCards.toArray()).length

describe('I7: what a shift will open is fetched ahead', () => {
  it('each once: those that need help, mine, and the most recent twenty, the newest of them first', async () => {
    const desk = await openColdDesk()
    await prewarmShift(desk.context, makeOptions())
    const recent = Array.from({ length: 20 }, (_, n) => `recent-${n}`)
    const asked = listAsked(desk)
    expect(asked.slice(0, 2).sort()).toEqual(['help', 'my-help'])
    expect(asked.slice(2)).toEqual(['mine', ...recent])
    expect(await listKept(desk)).toBe(asked.length)
  })

  it('one at a time: it must not crowd what a person waits for', async () => {
    const desk = await openColdDesk()
    let [underWay, most] = [0, 0]
    desk.context.target.fetch = async (...call) => {
      underWay += 1
      most = Math.max(most, underWay)
      const answer = await desk.line.fetch(...call)
      underWay -= 1
      return answer
    }
    await prewarmShift(desk.context, makeOptions())
    expect(most).toBe(1)
  })

  it('what is on this device already is not fetched again', async () => {
    const desk = await openColdDesk()
    const { mirror } = desk.workspace
    await mirror.guestCards.put({ chatId: 'help', info: {}, asOf: 1 })
    await patchThread(mirror, 'help', { historyFrom: at(-1) })
    await patchThread(mirror, 'mine', { historyFrom: at(-1) })
    await prewarmShift(desk.context, makeOptions())
    expect(desk.line.calls.filter(({ path }) => path.includes('help') && !path.includes('my-help'))).toEqual(
      [],
    )
    const mine = desk.line.calls.filter(({ path }) => path.includes('mine'))
    expect(mine.map(({ path }) => path)).toEqual([`${CARD}mine`])
  })

  it('a chat that the environment does not give leaves no other cold', async () => {
    const desk = await openColdDesk()
    desk.line.failNext(({ path }) => path === `${CARD}help`, REFUSED)
    desk.line.failNext(({ path }) => path.includes('/recent-3/messages'), REFUSED)
    await prewarmShift(desk.context, makeOptions())
    const kept = await desk.workspace.mirror.guestCards.toCollection().primaryKeys()
    expect(kept).not.toContain('help')
    expect(kept).not.toContain('recent-3')
    expect(kept).toHaveLength(21)
  })

  it('a dead line ends it', async () => {
    const desk = await openColdDesk()
    desk.line.decide(({ path }) => (path.startsWith(`${CARD}mine`) ? 'drop' : 'pass'))
    await expect(prewarmShift(desk.context, makeOptions())).rejects.toMatchObject({
      failure: { kind: 'unreachable' },
    })
    expect(listAsked(desk).at(-1)).toBe('mine')
    expect(await listKept(desk)).toBe(2)
  })

  it('a line that gets bad ends it before the next chat', async () => {
    const desk = await openColdDesk()
    await prewarmShift(
      desk.context,
      makeOptions(() => listAsked(desk).length < 5),
    )
    expect(listAsked(desk)).toHaveLength(5)
  })

  it('never while a person waits: it begins after them, and gives up for them what is under way', async () => {
    const desk = await openColdDesk()
    const endFirst = loading.begin('Loading chats…')
    const isHung = ({ path }: SeenCall) => path === `${CARD}mine`
    desk.line.failNext(isHung, 'hang')
    const done = prewarmShift(desk.context, makeOptions())
    await settleDatabases(desk)
    expect(desk.line.calls).toEqual([])
    endFirst()
    await waitFor('a call to be under way', () => desk.line.hanging() === 1)
    const endSecond = loading.begin('Loading messages…')
    const calls = desk.line.calls.length
    await settleDatabases(desk)
    expect(desk.line.calls).toHaveLength(calls)
    endSecond()
    await done
    expect(desk.line.calls.filter(isHung)).toHaveLength(2)
    expect(await listKept(desk)).toBe(23)
  })

  it('at the lowest priority', async () => {
    const desk = await openColdDesk()
    const priorities = new Set<string | undefined>()
    desk.context.target.fetch = (input, init) => {
      priorities.add(init?.priority)
      return desk.line.fetch(input, init)
    }
    await prewarmShift(desk.context, makeOptions())
    expect([...priorities]).toEqual(['low'])
  })

  it('a card that was refused is not asked for again, and a shift has an end', async () => {
    const desk = await openColdDesk()
    const options = makeOptions()
    desk.line.failNext(({ path }) => path === `${CARD}help`, REFUSED)
    await prewarmShift(desk.context, options)
    await prewarmShift(desk.context, options)
    expect(listAsked(desk).filter((chatId) => chatId === 'help')).toHaveLength(1)
    const crowd = Array.from({ length: 80 }, (_, n) => makeChatRow(`askingForHelp-${n}`, { needsHelp: true }))
    await putChats(desk.workspace.mirror, crowd, { readAt: 0, snapshot: '' })
    const before = listAsked(desk).length
    await prewarmShift(desk.context, makeOptions())
    expect(listAsked(desk).length - before).toBeLessThanOrEqual(60)
    expect(listAsked(desk).length - before).toBeGreaterThan(50)
  })

  it('so does the end of the engine', async () => {
    const desk = await openColdDesk()
    const stopped = new AbortController()
    desk.line.decide(({ path }) => {
      if (path === `${CARD}mine`) stopped.abort()
      return 'pass'
    })
    await prewarmShift({ ...desk.context, signal: stopped.signal }, makeOptions()).catch(() => undefined)
    expect(listAsked(desk).at(-1)).toBe('mine')
  })
})
