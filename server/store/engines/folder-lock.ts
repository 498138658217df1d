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
import * as v from 'valibot'

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
  /** Tells a process from a later one with the same number; '' where the system does not say. */
  started: v.string(),
  since: v.string(),
})
type Holder = v.InferOutput<typeof holderSchema>

/** The holder touches its lock this often. */
const TOUCH_MS = 5_000
/** A holder on another machine (a container that was replaced) counts as gone when its lock is older than this. */
const FOREIGN_STALE_MS = 30_000
const heldHere = new Set<string>()

/**
 * Takes the folder for this process, creating it where it is missing. PGlite itself locks nothing, and two processes on
 * one folder lose rows without an error (STACK pitfall 2). A lock left behind by kill -9 is taken over.
 *
 * @throws FolderLockedError where a living process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'bellhop.lock')
  const mine: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    started: readProcessStart(process.pid),
    since: new Date().toISOString(),
  }
  const draft = `${file}.${mine.id}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    for (let attempt = 0; !tryLink(draft, file); attempt += 1) {
      const holder = readHolder(file)
      if (holder && isAlive(holder, file)) throw new FolderLockedError(folder, describeHolder(holder))
      if (attempt > 20) throw new FolderLockedError(folder, 'a process that is starting at this moment')
      removeStale(file, holder)
    }
  } finally {
    unlinkSync(draft)
  }
  heldHere.add(mine.id)
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
function removeStale(file: string, judged: Holder | null): void {
  const aside = `${file}.stale-${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return
    throw error
  }
  const moved = readHolder(aside)
  if (moved && moved.id !== judged?.id) tryLink(aside, file)
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
  if (holder.host !== hostname()) return readAge(file) < FOREIGN_STALE_MS
  if (holder.pid === process.pid) return heldHere.has(holder.id)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return isErrorCode(error, 'EPERM')
  }
  return holder.started === '' || holder.started === readProcessStart(holder.pid)
}

/** Linux: the boot and the tick at which the process began; '' elsewhere. */
function readProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${fields[19] ?? ''}`
  } catch {
    return ''
  }
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
