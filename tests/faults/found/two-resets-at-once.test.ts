import { expect, it } from 'vitest'
import { pullToEnd } from '#src/sync/pull.ts'
import { openDesk } from '#tests/support/desk.ts'
import { Environment } from '../model/environment.ts'
import { PEOPLE } from '../model/environment-people.ts'

it('two pulls that reset at once, of a leader and of one that does not know yet that it is none, remove nothing', async () => {
  let now = Date.parse('2026-11-20T12:00:00.000Z')
  const environment = new Environment('all', () => (now += 1))
  for (const id of environment.log.chats.keys()) environment.guestSays(id, 'hello', true)
  const [who] = PEOPLE
  const token = who ? environment.begin(who) : ''
  const answer = (input: RequestInfo | URL) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const call = { method: 'GET', path: pathname, query: searchParams, token, key: null, json: null }
    const { status, body } = environment.answer(call)
    return Promise.resolve(Response.json(body, { status }))
  }
  const desk = await openDesk(answer)
  await Promise.all([pullToEnd(desk.context), pullToEnd(desk.context)])
  const mirrored = await desk.workspace.mirror.chats.toCollection().primaryKeys()
  expect(mirrored.sort()).toEqual([...environment.log.chats.keys()].sort())
})
