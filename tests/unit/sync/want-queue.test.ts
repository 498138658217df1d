import { describe, expect, it } from 'vitest'
import { askFor } from '#src/actions/open-chat.ts'
import type { Want } from '#src/db/mirror/database.ts'
import { createWantQueue } from '#src/sync/want-queue.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson, type SeenCall } from '#tests/support/fault-fetch.ts'
import { makeChatRow } from '#tests/support/local-rows.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const isFile = ({ path }: SeenCall) => path.startsWith('/api/attachments/')
const isThread = ({ path }: SeenCall) => path.endsWith('/messages?limit=50')
const file = (name: string): Want => ({ kind: 'file', chatId: 'c', url: `/api/attachments/${name}` })
const thread = (chatId: string): Want => ({ kind: 'thread', chatId })

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

async function ask(desk: Desk, ...wants: Want[]): Promise<void> {
  for (const want of wants) await askFor(desk.workspace, want, desk.clock.now())
}

const countLeft = ({ workspace }: Desk) => workspace.mirror.wants.count()

describe('what screens asked for', () => {
  it('a thread comes before its guest card, and a picture last, whoever was asked for first', async () => {
    const desk = await openSimple()
    const cards: Want[] = ['a', 'b', 'c'].map((chatId) => ({ kind: 'guest-card', chatId }))
    await ask(desk, file('1'), ...cards, thread('a'), thread('b'), thread('c'))
    await createWantQueue(desk.context, () => false)()
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
      const run = createWantQueue(desk.context, () => isGood)
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

  it('what failed says so and is tried again with the next call, once each', async () => {
    const desk = await openSimple()
    desk.line.failNext(isFile, 'drop', 'drop')
    await ask(desk, file('1'))
    const run = createWantQueue(desk.context)
    await run()
    expect(await desk.workspace.mirror.wants.toArray()).toMatchObject([{ problem: 'unreachable' }])
    await run()
    expect(desk.line.calls.filter(isFile)).toHaveLength(2)
    await run()
    expect(await countLeft(desk)).toBe(0)
  })

  it('what the environment does not have is never asked for again', async () => {
    const desk = await openSimple()
    desk.line.failNext(isFile, { status: 404, body: { message: 'No.', code: 'not_found' } })
    await ask(desk, file('1'))
    const run = createWantQueue(desk.context)
    await run()
    await run()
    expect(desk.line.calls.filter(isFile)).toHaveLength(1)
  })

  it('a fault that is no failure of a call reaches the caller, and the others go on', async () => {
    const desk = await openSimple()
    await ask(desk, thread('a'))
    const run = createWantQueue(desk.context)
    const { workspace } = desk
    const { epoch } = workspace
    workspace.epoch = epoch + 1
    await expect(run()).rejects.toThrow()
    workspace.epoch = epoch
    await run()
    expect(await countLeft(desk)).toBe(0)
  })
})
