import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { openPostgresDriver } from '#server/store/engines/postgres-store.ts'
import type { StoreDriver } from '#server/store/store.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const ATTEMPTS = 6

let database: TestDatabase
let driver: StoreDriver
let gate: Server

afterEach(async () => {
  await driver.close()
  gate.close()
  await database.remove()
})

it.runIf(isPostgresRun)('a database that takes nobody is asked by one connection at a time', async () => {
  database = await createTestDatabase()
  const url = new URL(database.settings.databaseUrl ?? '')
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  let isShut = false
  let attempts = 0
  let most = 0
  gate = createServer((socket) => {
    socket.on('error', () => undefined)
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    if (isShut) {
      attempts += 1
      most = Math.max(most, open.size)
      socket.once('data', () => socket.end())
      return
    }
    const other = connect(target)
    other.on('error', () => undefined)
    socket.pipe(other).pipe(socket)
    socket.on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  url.port = String((gate.address() as AddressInfo).port)
  driver = await openPostgresDriver(url.href, createLog('silent'))
  isShut = true
  for (const socket of open) socket.destroy()
  await waitFor('it to be asked again', () => attempts >= ATTEMPTS)
  expect(most).toBe(1)
  isShut = false
  let wakes = 0
  await driver.listen('bellhop_jobs', () => (wakes += 1))
  await waitFor('it to listen again', () => wakes > 1)
})
