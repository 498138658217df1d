import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 200

/**
 * Lets one process at a time build (`npm start` and `npm test` share `dist/`). Resolves to the function that gives
 * the lock back. A lock whose process is gone is taken over.
 */
export async function lockBuild(dist) {
  await mkdir(dist, { recursive: true })
  const file = path.join(dist, '.building')
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (await isAbandoned(file)) await rm(file, { force: true })
      else await delay(POLL_MS)
    }
  }
}

async function isAbandoned(file) {
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  // An empty file is one that is being written at this moment.
  if (!Number.isInteger(holder) || holder <= 0) return false
  try {
    process.kill(holder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
