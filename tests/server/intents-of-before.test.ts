import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readIntents } from '#server/store/bot/intents.ts'
import { coreMigration } from '#server/store/migrations/001-core.ts'
import { intentsMigration } from '#server/store/migrations/002-intents.ts'
import { sessionEndMigration } from '#server/store/migrations/003-session-end.ts'
import { ticketsMigration } from '#server/store/migrations/004-tickets.ts'
import { pushMigration } from '#server/store/migrations/005-push.ts'
import { configurationMigration } from '#server/store/migrations/006-configuration.ts'
import { alertDeliveriesMigration } from '#server/store/migrations/007-alert-deliveries.ts'
import { ratingsMigration } from '#server/store/migrations/008-ratings.ts'
import { intentRowsMigration } from '#server/store/migrations/009-intents.ts'
import type { Tx } from '#server/store/store.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const BEFORE = [
  coreMigration,
  intentsMigration,
  sessionEndMigration,
  ticketsMigration,
  pushMigration,
  configurationMigration,
  alertDeliveriesMigration,
  ratingsMigration,
]
const CARDS = [{ title: 'Rooftop', picture: 'roof', buttons: [] }]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** An installation of before, in a schema of its own that is gone afterwards. */
async function runBefore(work: (tx: Tx) => Promise<void>): Promise<void> {
  const undo = new Error('undo')
  const run = server.context.store.transact(async (tx) => {
    await sql`create schema of_before`.execute(tx)
    await sql`set local search_path to of_before`.execute(tx)
    for (const migration of BEFORE) await migration.up(tx)
    await work(tx)
    throw undo
  })
  await expect(run).rejects.toBe(undo)
}

it('keeps what an installation of before understands and says', async () => {
  await runBefore(async (tx) => {
    for (const [id, isStatic, dialog] of [
      ['person', true, { type: 'handover', response: 'At once.' }],
      ['Rooftop', false, { type: 'message', response: 'Look:', cards: CARDS }],
      ['later', false, { type: 'juggle', response: 'Hop.' }],
    ] as const) {
      await sql`insert into intents (id, name, is_static, dialog)
        values (${id}, ${id}, ${isStatic}, ${JSON.stringify(dialog)}::jsonb)`.execute(tx)
    }
    for (const [id, intentId, text] of [
      ['1', 'person', 'I need  help'],
      ['2', 'Rooftop', 'The roof?'],
      ['3', 'later', 'i need HELP '],
    ] as const) {
      await sql`insert into intent_questions (id, intent_id, text) values (${id}, ${intentId}, ${text})`.execute(
        tx,
      )
    }
    await intentRowsMigration.up(tx)
    const nothingElse = {
      url: '',
      isEnabled: true,
      department: '',
      requiresAuth: false,
      externalTicketSKU: '',
      externalDepartmentId: '',
      choices: [],
    }
    const said = (response: string, redirectTo: string) => {
      return { ...nothingElse, type: 'message', response, redirectTo }
    }
    const rows = await readIntents(tx)
    expect(new Map(rows.map(({ id, dialog }) => [id, dialog]))).toEqual(
      new Map<string, object>([
        ['person', said('At once.', 'needs-help')],
        ['Rooftop', { ...said('Look:', ''), cards: CARDS }],
        ['later', said('Hop.', 'needs-help')],
      ]),
    )
    expect(rows.find(({ id }) => id === 'person')).toMatchObject({ origin: 'person', version: 1 })
    // Of two that are the same the later one goes.
    expect(rows.flatMap(({ questions }) => questions.map(({ id }) => id)).sort()).toEqual(['1', '2'])
    await sql`update intents set dialog = dialog || '{"response":"Now."}' where id = 'person'`.execute(tx)
    await sql`delete from intent_questions where id = '2'`.execute(tx)
    const versions = (await readIntents(tx)).map(({ id, version }) => [id, version])
    expect(new Map(versions as [string, number][])).toEqual(
      new Map([
        ['person', 2],
        ['Rooftop', 2],
        ['later', 1],
      ]),
    )
  })
})
