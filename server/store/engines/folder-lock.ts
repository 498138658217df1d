import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { isProcessAlive, readProcess } from './process-life.ts'

/** A folder's lock: who holds it, so that a second process can say so (E1). */
export interface FolderLock {
  release(): void
}

/** Another process has the folder. The message is meant for the person who started this one. */
export class FolderLockedError extends Error {
  constructor(folder: string, holder: string) {
    super(
      `The data folder ${folder} is in use by ${holder}. Stop it first, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderLockedError'
  }
}

const holderSchema = v.object({
  id: v.string(),
  pid: v.number(),
  host: v.string(),
  /** As `readProcess` gives it; '' where the system does not say. */
  started: v.string(),
  since: v.string(),
})
type Holder = v.InferOutput<typeof holderSchema>

/** The holder touches its lock this often. */
const TOUCH_MS = 5_000
/** A holder on another machine (a container that was replaced) counts as gone when its lock is older than this. */
const REMOTE_STALE_MS = 30_000
/** A holder that was just killed or told to stop is gone within this; a supervisor does not wait for it. */
const HOLDER_WAIT_MS = 3_000
const HOLDER_POLL_MS = 50
/** Others may take over the same dead holder's lock at the same moment; so often one can hardly lose. */
const TAKE_ATTEMPTS = 20
const heldHere = new Set<string>()

/**
 * Takes the folder for this process, creating it where it is missing. PGlite itself locks nothing, and two processes on
 * one folder lose rows without an error (STACK pitfall 2). A lock left behind by kill -9 is taken over; a living holder is
 * given `waitMs` to end.
 *
 * @throws FolderLockedError where a living process holds it for longer.
 */
export async function lockFolder(folder: string, waitMs = HOLDER_WAIT_MS): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'bellhop.lock')
  const mine: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    started: readProcess(process.pid)?.started ?? '',
    since: new Date().toISOString(),
  }
  const deadline = performance.now() + waitMs
  for (let holder = takeLock(file, mine); holder !== null; holder = takeLock(file, mine)) {
    if (performance.now() >= deadline) throw new FolderLockedError(folder, holder)
    await delay(HOLDER_POLL_MS)
  }
  const touch = setInterval(() => touchFile(file), TOUCH_MS)
  touch.unref()
  return {
    release() {
      clearInterval(touch)
      heldHere.delete(mine.id)
      if (readHolder(file)?.id === mine.id) unlinkSync(file)
    },
  }
}

/** Null where the lock is ours now; otherwise who has it, in words. */
function takeLock(file: string, mine: Holder): string | null {
  const draft = `${file}.${mine.id}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    for (let attempt = 0; attempt < TAKE_ATTEMPTS; attempt += 1) {
      if (tryLink(draft, file)) {
        heldHere.add(mine.id)
        return null
      }
      const holder = readHolder(file)
      if (holder && isAlive(holder, file)) return describeHolder(holder)
      removeStale(file, holder)
    }
    return 'a process that is starting at this moment'
  } finally {
    unlinkSync(draft)
  }
}

/** A link appears with its content in one step and fails where there is one: no reader ever sees half a lock. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Moves a dead holder's lock aside; one that a faster starter has put there meanwhile goes back. */
function removeStale(file: string, dead: Holder | null): void {
  const aside = `${file}.stale-${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return
    throw error
  }
  const moved = readHolder(aside)
  if (moved && moved.id !== dead?.id) tryLink(aside, file)
  unlinkSync(aside)
}

function readHolder(file: string): Holder | null {
  try {
    const parsed = v.safeParse(holderSchema, JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

function isAlive(holder: Holder, file: string): boolean {
  if (holder.host !== hostname()) return readAge(file) < REMOTE_STALE_MS
  if (holder.pid === process.pid) return heldHere.has(holder.id)
  return isProcessAlive(holder)
}

function readAge(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function touchFile(file: string): void {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // A folder that is being removed under a stopping process has nothing left to keep.
  }
}

function describeHolder(holder: Holder): string {
  const place = holder.host === hostname() ? '' : ` on ${holder.host}`
  return `another Bellhop process (process ${holder.pid}${place}, since ${holder.since})`
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === code
}
