import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStaffSocket, signIn } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
afterAll(() => server.stop())

const countRows = async () =>
  (await server.context.store.db.selectFrom('presence').select('socketId').execute()).length

/** Has the database take no row of `presence` away; `isTried` says whether one was to be. */
async function keepRows(): Promise<{ isTried(): Promise<boolean>; restore(): Promise<unknown> }> {
  const { db } = server.context.store
  await sql`create sequence tries`.execute(db)
  await sql`create function keep_row() returns trigger language plpgsql as $$
    begin perform nextval('tries'); return null; end $$`.execute(db)
  await sql`create trigger keep_rows before delete on presence for each row execute function keep_row()`.execute(
    db,
  )
  return {
    async isTried() {
      const { rows } = await sql<{ is_called: boolean }>`select is_called from tries`.execute(db)
      return Object.values(rows[0] ?? {})[0] === true
    },
    restore: () => sql`drop trigger keep_rows on presence`.execute(db),
  }
}

it('a socket that closed while the database was away is counted no longer than until the next renewal', async () => {
  const stays = await openStaffSocket(server, await signIn(server, 'agent'))
  const leaves = await openStaffSocket(server, await signIn(server, 'maria'))
  await waitFor('both to be counted', () => stays.ofType('admin_joined').at(-1)?.value === 2)

  const kept = await keepRows()
  await leaves.close()
  await waitFor('its row to be taken away in vain', kept.isTried)
  expect(await countRows()).toBe(2)
  await kept.restore()

  await waitFor('one to be counted', () => stays.ofType('admin_joined').at(-1)?.value === 1)
  expect(await countRows()).toBe(1)
  await stays.close()
})
