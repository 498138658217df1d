import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { insertHotel } from '#server/store/bulk/insert-hotel.ts'
import { openStore } from '#server/store/open-store.ts'
import { signIn } from '#tests/support/api-client.ts'
import { startSourceProcess, type SourceProcess } from '#tests/support/source-process.ts'
import { makeChat } from '#tests/support/test-hotel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-server.ts'
import { fetchFile, makeFile, readBytes, uploadOne } from '#tests/support/upload.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'

/** kill -9 while files arrive (E2): each that was acknowledged is served with its bytes. */
const PASSWORD = 'correct horse battery'
const ROUNDS = 3
const LINES = 4
const FILE_BYTES = 400_000
const TEST_MS = 240_000

let database: TestDatabase
let server: SourceProcess

beforeEach(async () => {
  database = await createTestDatabase()
  const workerFile = await buildWorkerFile()
  const store = await openStore(database.settings, createLog('silent'), { workerFile })
  await insertHotel(store, { chats: [makeChat('mine')] })
  await store.close()
  server = await startSourceProcess(database, { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: PASSWORD })
}, TEST_MS)
afterEach(async () => {
  await server.remove()
  await database.remove()
})

it(
  'no acknowledged file is lost',
  async () => {
    const admin = await signIn(server, 'ada', PASSWORD)
    expect((await admin.call('/api/takeover/pause/mine')).status).toBe(200)
    const acknowledged = new Map<string, File>()
    let made = 0
    const uploadUntilKilled = async () => {
      for (;;) {
        made += 1
        const file = makeFile('jpeg', `${made}.jpg`, FILE_BYTES + made, made)
        const url = await uploadOne(admin, 'mine', file).catch(() => null)
        if (url === null) return
        acknowledged.set(url, file)
      }
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = acknowledged.size
      const lines = Array.from({ length: LINES }, uploadUntilKilled)
      await waitFor('files to be acknowledged', () => acknowledged.size >= before + 2 * LINES)
      await server.kill()
      await Promise.all(lines)
      await server.restart()
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 2 * LINES)
    for (const [url, file] of acknowledged) {
      const answer = await fetchFile(server, url, admin)
      expect(answer.status).toBe(200)
      expect((await readBytes(answer)).equals(await readBytes(file))).toBe(true)
    }
  },
  TEST_MS,
)
