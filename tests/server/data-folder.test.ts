import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderLockedError, lockFolder } from '#server/store/engines/folder-lock.ts'
import { readProcess } from '#server/store/engines/process-life.ts'
import { createClient, signIn } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { isPostgresRun, startTestServer, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

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

/** Without waiting for anybody. */
async function takeAndRelease(): Promise<void> {
  const lock = await lockFolder(folder, 0)
  lock.release()
}

/** The number of a process that has ended. */
async function findDeadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

async function waitForState(pid: number, state: string): Promise<void> {
  await waitFor(`process ${pid} in state ${state}`, () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith(state)
  })
}

/** A process that has ended and that its parent, which lives on, never asks for. Its name looks like a running one's. */
async function startZombie(): Promise<{ pid: number; end: () => Promise<void> }> {
  const name = path.join(folder, 'node) R (1 S)')
  const script = 'ln -s "$(command -v sleep)" "$0"; "$0" 0 & echo $!; exec sleep 600'
  const parent = spawn('sh', ['-c', script, name], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString().trim())
  await waitForState(pid, 'Z')
  return { pid, end: () => endProcess(parent) }
}

async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('the lock of the data folder', () => {
  it('is for one holder, and names it to the second', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder, 0)).rejects.toThrow(FolderLockedError)
    await expect(lockFolder(folder, 0)).rejects.toThrow(new RegExp(`process ${process.pid}.*DATA_DIR`))
    lock.release()
    await takeAndRelease()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is respected while another process lives', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    try {
      writeLock({ pid: child.pid, started: readProcess(child.pid ?? 0)?.started ?? '' })
      await expect(lockFolder(folder)).rejects.toThrow(`process ${child.pid}`)
    } finally {
      await endProcess(child)
    }
    await takeAndRelease()
  })

  it('is taken over from a process that died, also where its number is used again', async () => {
    writeLock({ pid: await findDeadPid() })
    await takeAndRelease()
    writeLock({ pid: process.ppid, started: 'another boot/1' })
    await takeAndRelease()
    writeLock({ pid: process.pid, id: 'of an earlier life of this number' })
    await takeAndRelease()
  })

  it.runIf(process.platform === 'linux')('is taken over from a zombie at once', async () => {
    const zombie = await startZombie()
    try {
      writeLock({ pid: zombie.pid })
      await takeAndRelease()
      writeLock({ pid: zombie.pid, started: readProcess(zombie.pid)?.started })
      await takeAndRelease()
    } finally {
      await zombie.end()
    }
  })

  it('is waited for where its holder is just ending', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeLock({ pid: child.pid })
    const taking = lockFolder(folder)
    await endProcess(child)
    const lock = await taking
    lock.release()
  })

  it('is taken over when it is damaged', async () => {
    writeFileSync(path.join(folder, 'bellhop.lock'), '{"half":')
    await takeAndRelease()
  })

  it('goes to one of many that take it over at the same time', async () => {
    writeLock({ pid: await findDeadPid() })
    const takes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, 0)))
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const take of takes) {
      if (take.status === 'rejected') expect(take.reason).toBeInstanceOf(FolderLockedError)
    }
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
