import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderLockedError, lockFolder } from '#server/store/engines/folder-lock.ts'
import { createClient, signIn } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { isPostgresRun, startTestServer, type TestDatabase } from '#tests/support/test-server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bellhop-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeLock(fields: object): void {
  const holder = {
    id: 'x',
    pid: 1,
    host: hostname(),
    started: '',
    since: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
  writeFileSync(path.join(folder, 'bellhop.lock'), JSON.stringify(holder))
}

/** The number of a process that has ended. */
async function findDeadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

describe('the lock of the data folder', () => {
  it('is for one holder, and names it to the second', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderLockedError)
    expect(() => lockFolder(folder)).toThrow(new RegExp(`process ${process.pid}.*DATA_DIR`))
    lock.release()
    lockFolder(folder).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is respected while another process lives', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    try {
      writeLock({ pid: child.pid })
      expect(() => lockFolder(folder)).toThrow(`process ${child.pid}`)
    } finally {
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
    }
    lockFolder(folder).release()
  })

  it('is taken over from a process that died, also where its number is used again', async () => {
    writeLock({ pid: await findDeadPid() })
    lockFolder(folder).release()
    writeLock({ pid: process.ppid, started: 'another boot/1' })
    lockFolder(folder).release()
    writeLock({ pid: process.pid, id: 'of an earlier life of this number' })
    lockFolder(folder).release()
  })

  it('is taken over when it is damaged', () => {
    writeFileSync(path.join(folder, 'bellhop.lock'), '{"half":')
    lockFolder(folder).release()
  })

  it('goes to one of many that take it over at the same time', async () => {
    writeLock({ pid: await findDeadPid() })
    const takers = Array.from({ length: 8 }, () => {
      try {
        return lockFolder(folder)
      } catch (error) {
        expect(error).toBeInstanceOf(FolderLockedError)
        return null
      }
    })
    expect(takers.filter((lock) => lock !== null)).toHaveLength(1)
  })
})

if (!isPostgresRun) {
  describe('the embedded database', () => {
    it('makes itself in an empty folder, and is there again after a restart', async () => {
      const database: TestDatabase = {
        settings: { databaseUrl: null, dataDir: path.join(folder, 'not', 'there', 'yet') },
        remove: () => Promise.resolve(),
      }
      const server = await startTestServer({ database, hotel: makeHotel() })
      const agent = await signIn(server, 'agent')
      await agent.call('/api/takeover/send/mine', { method: 'POST', json: { text: 'kept' } })
      const before = (await agent.call('/api/info/chats/mine/messages')).body
      await server.stop()
      const again = await startTestServer({ database })
      expect((await createClient(again, agent.token).call('/api/info/chats/mine/messages')).body).toEqual(
        before,
      )
      await again.stop()
    })

    it('syncs its log to the disk before each acknowledgement (E2)', async () => {
      const server = await startTestServer({ hotel: makeHotel() })
      try {
        const agent = await signIn(server, 'agent')
        const count = async () => (await server.context.store.countSyncs()) ?? 0
        for (let index = 0; index < 10; index += 1) {
          const before = await count()
          const { status } = await agent.call('/api/takeover/send/mine', {
            method: 'POST',
            json: { text: `synced ${index}` },
          })
          expect(status).toBe(200)
          expect(await count()).toBeGreaterThan(before)
        }
        const before = await count()
        for (let index = 0; index < 5; index += 1) await agent.call('/api/info/chats/mine')
        expect((await count()) - before).toBeLessThan(5)
      } finally {
        await server.stop()
      }
    })
  })
}
