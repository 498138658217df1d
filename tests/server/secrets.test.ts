import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { readVapidKeys } from '#server/push/vapid-keys.ts'
import { SecretsKeyError } from '#server/store/secrets/key-file.ts'
import { prepareSecrets } from '#server/store/secrets/prepare-secrets.ts'
import { SecretBox } from '#server/store/secrets/secret-box.ts'
import type { Store } from '#server/store/store.ts'
import { makeKey, readField, signIn } from '#tests/support/api-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const API_KEY = 'key-of-the-host-system-1187'
const PASSWORD = 'tin roof of the host system'

let folder: string
let file: string
let server: TestServer
let store: Store
const lines: string[] = []
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bellhop-secrets-'))
  file = path.join(folder, 'kept', 'secrets.key')
  lines.length = 0
  server = await startTestServer({ settings: { secretsKeyFile: file } })
  store = server.context.store
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const newKey = () => randomBytes(32).toString('base64')
/** What a start does with them. */
const prepare = (secretsKeyFile = file) =>
  prepareSecrets(
    store,
    { secretsKeyFile },
    createLog('warn', (line) => lines.push(line)),
  )

/** Every row that may hold a secret, as a copy of the database has it. */
async function dump(): Promise<string> {
  const tables = ['integrations', 'meta', 'idempotency', 'audit', 'users', 'assignees']
  const rows = await Promise.all(
    tables.map((table) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(store.db),
    ),
  )
  return rows.flatMap((found) => found.rows.map(({ row }) => row)).join('\n')
}

/** An integration with both of its secrets, added as a person does it. */
async function addIntegration(): Promise<string> {
  const admin = await signIn(server, 'admin')
  const json = { category: 'PMS', hostSystem: 'Fixit', apiKey: API_KEY, password: PASSWORD }
  const { status, body } = await admin.call('/api/admin/integration', {
    method: 'POST',
    json,
    key: makeKey(),
  })
  expect(status).toBe(201)
  return String(readField(body, 'id'))
}

async function readIntegration(id: string, box: SecretBox) {
  const row = await store.db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [
    box.open(row.apiKey ?? '', `integrations/${id}/apiKey`),
    box.open(row.password ?? '', `integrations/${id}/password`),
  ]
}

describe('the secrets of other systems', () => {
  it('are in no row of the database', async () => {
    await addIntegration()
    const { publicKey, privateKey } = await readVapidKeys(store.db, server.context.secrets)
    const rows = await dump()
    expect(rows).toContain(publicKey)
    for (const secret of [API_KEY, PASSWORD, privateKey]) {
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(Buffer.from(secret).toString('base64url'))
    }
  })

  it('are encrypted at the start where they are not yet', async () => {
    const id = await addIntegration()
    const keys = await readVapidKeys(store.db, server.context.secrets)
    await store.db.updateTable('integrations').set({ apiKey: API_KEY, password: PASSWORD }).execute()
    await store.db
      .updateTable('meta')
      .set({ value: JSON.stringify(keys) })
      .where('key', '=', 'vapid')
      .execute()
    expect(await dump()).toContain(keys.privateKey)
    const box = await prepare()
    const rows = await dump()
    for (const secret of [API_KEY, PASSWORD, keys.privateKey]) expect(rows).not.toContain(secret)
    expect(await readIntegration(id, box)).toEqual([API_KEY, PASSWORD])
    expect(await readVapidKeys(store.db, box)).toEqual(keys)
  })

  it('stay as they are where the same are saved again', async () => {
    const id = await addIntegration()
    const before = await dump()
    const admin = await signIn(server, 'admin')
    const json = { apiKey: API_KEY, password: PASSWORD }
    const { status, body } = await admin.call(`/api/admin/integration/${id}`, { method: 'PUT', json })
    expect([status, readField(body, 'etag')]).toEqual([200, '"1"'])
    const log = (rows: string) => rows.split('\n').filter((row) => row.includes(id))
    expect(log(await dump())).toEqual(log(before))
  })

  it('open neither in another place, nor changed, nor with another key', () => {
    const box = new SecretBox([randomBytes(32)])
    const sealed = box.seal(PASSWORD, 'integrations/a/password')
    expect(box.open(sealed, 'integrations/a/password')).toBe(PASSWORD)
    expect(box.seal(PASSWORD, 'integrations/a/password')).not.toBe(sealed)
    expect(box.open(sealed, 'integrations/b/password')).toBeNull()
    const flipped = sealed.slice(0, -6) + (sealed.at(-6) === 'A' ? 'B' : 'A') + sealed.slice(-5)
    expect(box.open(flipped, 'integrations/a/password')).toBeNull()
    expect(new SecretBox([randomBytes(32)]).open(sealed, 'integrations/a/password')).toBeNull()
    expect(box.open('', 'x')).toBeNull()
    expect(box.open(box.seal('', 'x'), 'x')).toBe('')
  })
})

describe('the key', () => {
  it('is made at the first start, for its owner alone', async () => {
    expect(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')).toHaveLength(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = readFileSync(file, 'utf8')
    await prepare()
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(lines).toEqual([])
  })

  it('is turned by a new first line and a start; the old line can go then', async () => {
    const id = await addIntegration()
    const keys = await readVapidKeys(store.db, server.context.secrets)
    const next = newKey()
    writeFileSync(file, `# turned today\n${next}\n${readFileSync(file, 'utf8')}`)
    const both = await prepare()
    expect(await readIntegration(id, both)).toEqual([API_KEY, PASSWORD])
    writeFileSync(file, `${next}\n`)
    const alone = await prepare()
    expect(await readIntegration(id, alone)).toEqual([API_KEY, PASSWORD])
    expect(await readVapidKeys(store.db, alone)).toEqual(keys)
  })

  it('that is another one stops the start, which touches nothing', async () => {
    await addIntegration()
    const before = await dump()
    const other = path.join(folder, 'other.key')
    writeFileSync(other, `${newKey()}\n`, { mode: 0o600 })
    await expect(prepare(other)).rejects.toThrow(SecretsKeyError)
    await expect(prepare(other)).rejects.toThrow(
      /^SECRETS_KEY_FILE=.*other\.key does not open the secrets.*$/,
    )
    expect(await dump()).toBe(before)
  })

  it('that is missing stops the start, which makes none in its place', async () => {
    const before = await dump()
    const missing = path.join(folder, 'missing.key')
    await expect(prepare(missing)).rejects.toThrow(
      /^SECRETS_KEY_FILE=.*missing\.key does not exist, but .*: put it back\.$/,
    )
    expect(existsSync(missing)).toBe(false)
    expect(await dump()).toBe(before)
  })

  it.each([
    ['no key', '# nothing\n\n', /holds no key/],
    ['half a key', `${Buffer.alloc(16).toString('base64')}\n`, /line 1 is not 32 bytes in base64/],
    [
      'another thing',
      `${Buffer.alloc(32).toString('base64')}\nhunter2\n`,
      /line 2 is not 32 bytes in base64/,
    ],
  ])('file with %s stops the start, and is not repeated', async (_, text, words) => {
    writeFileSync(file, text)
    const refusal = prepare()
    await expect(refusal).rejects.toThrow(words)
    await expect(refusal).rejects.not.toThrow('hunter2')
  })

  it('that others can read is used, with a warning', async () => {
    chmodSync(file, 0o644)
    await prepare()
    expect(lines.join()).toContain('others can read the secrets key')
  })

  it('is one for processes that start at the same moment', async () => {
    await store.db.deleteFrom('meta').where('key', 'in', ['vapid', 'secrets_check']).execute()
    const shared = path.join(folder, 'shared', 'secrets.key')
    const boxes = await Promise.all(Array.from({ length: 4 }, () => prepare(shared)))
    const sealed = boxes[0]?.seal(PASSWORD, 'x') ?? ''
    expect(boxes.map((box) => box.open(sealed, 'x'))).toEqual(Array(4).fill(PASSWORD))
  })
})
