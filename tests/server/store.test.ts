import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertHotel } from '#server/store/bulk/insert-hotel.ts'
import { lockExistingChat } from '#server/store/chats/change-holder.ts'
import { lockChat } from '#server/store/chats/lock-chat.ts'
import { createCommit } from '#server/store/log/commit-changes.ts'
import type { Change } from '#server/store/log/change.ts'
import type { Db } from '#server/store/store.ts'
import { createChat, describeGuestMessage } from '#server/store/chats/write-chats.ts'
import { takeRateLimit } from '#server/store/rate-limits.ts'
import { makeChat, makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { writeChanges } from '#tests/support/write-changes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
afterAll(() => server.stop())

describe('the store', () => {
  it('reads the same values on both databases', async () => {
    const { rows } = await sql<Record<string, unknown>>`select
      9007199254740991::bigint as "big", 7::integer as "small", true as "flag", null::text as "nothing",
      '{"a": [1, "x"]}'::jsonb as "json", array['a', 'b'] as "list",
      '2026-03-29T01:30:00.123Z'::timestamptz as "time", '\\x00ff10'::bytea as "bytes"`.execute(
      server.context.store.db,
    )
    const { time, bytes, ...rest } = rows[0] ?? {}
    expect(rest).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      small: 7,
      flag: true,
      nothing: null,
      json: { a: [1, 'x'] },
      list: ['a', 'b'],
    })
    expect(time).toEqual(new Date('2026-03-29T01:30:00.123Z'))
    expect(bytes).toBeInstanceOf(Uint8Array)
    expect([...(bytes as Uint8Array)]).toEqual([0, 255, 16])
  })

  it('refuses another handle than the transaction’s inside one (E5)', async () => {
    const { store } = server.context
    await expect(store.transact(() => store.db.selectFrom('meta').selectAll().execute())).rejects.toThrow(
      'only its own handle',
    )
    await expect(store.transact(() => store.transact(() => Promise.resolve()))).rejects.toThrow(
      'only its own',
    )
    await expect(store.db.selectFrom('meta').select('key').execute()).resolves.toBeDefined()
  })

  it('keeps nothing of a transaction that fails, log included', async () => {
    const { store } = server.context
    const readSeq = async () =>
      (await store.db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1).execute())[0]
        ?.seq ?? 0
    const before = await readSeq()
    await expect(
      store.transact(async (tx) => {
        await lockChat(tx, 'free')
        await server.context.commitChanges(tx, [
          { type: 'new_message', chatId: 'free', message: { text: 'never', sentByGuest: true } },
        ])
        throw new Error('after the log')
      }),
    ).rejects.toThrow('after the log')
    expect(await readSeq()).toBe(before)
    const rows = await store.db.selectFrom('messages').select('id').where('text', '=', 'never').execute()
    expect(rows).toEqual([])
  })

  it('writes what changes cause first, in their transaction (E4)', async () => {
    const { store } = server.context
    const readRev = (db: Db) =>
      db.selectFrom('chats').select('rev').where('id', '=', 'free').executeTakeFirstOrThrow()
    const seen: unknown[] = []
    const commitChanges = createCommit([
      async (tx, changes) => {
        seen.push(changes, await readRev(tx))
        await takeRateLimit(tx, { key: 'caused', max: 1, windowSeconds: 60, message: 'Too many.' })
      },
    ])
    const changes: Change[] = [{ type: 'chat_changed', chatId: 'free' }]
    const before = await readRev(store.db)
    const work = store.transact(async (tx) => {
      const { chats } = await commitChanges(tx, changes)
      expect(chats[0]?.rev).toBeGreaterThan(before.rev)
      throw new Error('after the log')
    })
    await expect(work).rejects.toThrow('after the log')
    expect(seen).toEqual([changes, before])
    const caused = store.db.selectFrom('rateLimits').select('key').where('key', '=', 'caused')
    expect(await caused.execute()).toEqual([])
  })

  it('gives a chat of a guest its messages, its count and its times', async () => {
    const { value } = await writeChanges(server.context, async (tx) => {
      const { chatId, change } = await createChat(tx, {
        displayName: 'Ana Ruiz',
        source: 'web',
        botName: 'Bell',
      })
      return { value: chatId, changes: [change] }
    })
    const { committed } = await writeChanges(server.context, async (tx) => {
      const chat = await lockExistingChat(tx, value)
      const { change } = describeGuestMessage(chat, { text: 'hello' })
      return { value: null, changes: [change] }
    })
    const [chat] = committed.chats
    expect(chat).toMatchObject({ messagesCount: 1, holderId: null, pausedAt: null })
    expect(chat?.lastUserMessageDate).toEqual(committed.messages[0]?.createdAt)
  })

  it('limits a rate over a window, exactly, under concurrency', async () => {
    const limit = { key: 'test', max: 5, windowSeconds: 60, message: 'Too many.' }
    const takes = await Promise.allSettled(
      Array.from({ length: 12 }, () => takeRateLimit(server.context.store.db, limit)),
    )
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(takeRateLimit(server.context.store.db, limit)).rejects.toMatchObject({ status: 429 })
    await server.context.store.db
      .updateTable('rateLimits')
      .set({ windowStart: new Date(Date.now() - 61_000) })
      .execute()
    await expect(takeRateLimit(server.context.store.db, limit)).resolves.toBeUndefined()
  })
})

describe('the bulk writer', () => {
  it('writes all or nothing', async () => {
    const { store } = server.context
    const now = Date.now()
    const broken = makeChat('broken', {
      messages: [
        { text: 'later', sentByGuest: true, createdAt: new Date(now) },
        { text: 'earlier', sentByGuest: true, createdAt: new Date(now) },
      ],
    })
    await expect(insertHotel(store, { chats: [makeChat('whole'), broken] })).rejects.toThrow('rise in time')
    const rows = await store.db
      .selectFrom('chats')
      .select('id')
      .where('id', 'in', ['whole', 'broken'])
      .execute()
    expect(rows).toEqual([])
  })
})
