import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { MIGRATIONS, migrateToLatest } from '#server/store/migrations/migrate.ts'
import type { SchemaMigration } from '#server/store/migrations/schema-migration.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { createTestDatabase, startTestServer } from '#tests/support/test-server.ts'

const silent = createLog('silent')

function describeStep(statement: string): SchemaMigration {
  return {
    async up(db) {
      await sql.raw(statement).execute(db)
    },
  }
}

/** What a later build does. */
const ADDED: Record<string, SchemaMigration> = {
  ...MIGRATIONS,
  '900-chats': {
    ...describeStep(`alter table chats add column later text not null default 'x'`),
    isAdditive: true,
  },
  '901-messages': {
    ...describeStep(`alter table messages add column later text not null default 'x'`),
    isAdditive: true,
  },
  '902-answers': {
    ...describeStep(`alter table typical_answers add column later text not null default 'x'`),
    isAdditive: true,
  },
}
const CHANGED: Record<string, SchemaMigration> = {
  ...ADDED,
  '903-no-answers': describeStep('drop table typical_answers'),
  '904-more': { ...describeStep('create table more (id text)'), isAdditive: true },
}

/** What a console reads, and a write of each kind of call. */
async function useHotel(agent: Client, manager: Client): Promise<unknown[]> {
  const sent = await agent.call('/api/takeover/send/mine', {
    method: 'POST',
    json: { text: 'a' },
    key: makeKey(),
  })
  const json = { label: 'Pool', answer: 'From 8.' }
  const added = await manager.call('/api/manager/typical-answers', { method: 'POST', json, key: makeKey() })
  const paths = ['/api/info/chats', '/api/info/chats/free/messages', '/api/info/typical-answers', '/api/sync']
  const read = await Promise.all(paths.map((path) => agent.call(path)))
  expect([sent, added, ...read].map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200])
  const lists = read.slice(0, 3).map(({ body }) => body as object[])
  return lists.map((rows) => new Set(rows.map((row) => Object.keys(row).join())))
}

it('an older build goes on beside what was added, running or started again, and stops at what was changed', async () => {
  const database = await createTestDatabase()
  const server = await startTestServer({ database, hotel: makeHotel() })
  const agent = await signIn(server, 'agent')
  const manager = await signIn(server, 'manager')
  const before = await useHotel(agent, manager)
  await migrateToLatest(server.context.store.longDb, silent, ADDED)
  expect(await useHotel(agent, manager)).toEqual(before)
  await server.stop()

  const again = await startTestServer({ database })
  expect(again.logLines.join('\n')).toContain('902-answers')
  await useHotel(await signIn(again, 'agent'), await signIn(again, 'manager'))
  await migrateToLatest(again.context.store.longDb, silent, CHANGED)
  await again.stop()

  const newest = Object.keys(MIGRATIONS).at(-1) ?? ''
  const refusal = await startTestServer({ database }).catch(String)
  expect(refusal).toContain('904-more')
  expect(refusal).toContain(newest)
  await database.remove()
})
