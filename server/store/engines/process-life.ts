import { readFileSync } from 'node:fs'

/** What Linux says of a process. */
export interface ProcessLife {
  /** The boot and the tick at which it began: tells it from a later process with the same number. */
  started: string
  /** Nothing of it runs any more; its number stays until its parent asks how it ended. */
  hasEnded: boolean
}

/** A process that began at `started`, '' where that is not known. */
export interface KnownProcess {
  pid: number
  started: string
}

/** Fields of `/proc/{pid}/stat` after the name, counted from 0 (proc(5) has them as 3, 20 and 22). */
const STATE_FIELD = 0
const THREADS_FIELD = 17
const STARTED_FIELD = 19
const ZOMBIE = 'Z'
/** Dead for good, as older and newer kernels write it. */
const DEAD = ['X', 'x']

/** Whether that very process still runs: not one that has its number now, nor one that has only not been buried yet. */
export function isProcessAlive({ pid, started }: KnownProcess): boolean {
  const life = readProcess(pid)
  if (life === null) return canBeSignalled(pid)
  return !life.hasEnded && (started === '' || started === life.started)
}

/** Null where the system does not say: on others than Linux, and for a process that is not there. */
export function readProcess(pid: number): ProcessLife | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name stands in parentheses and may hold blanks and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { started: `${boot}/${fields[STARTED_FIELD] ?? ''}`, hasEnded: hasEnded(fields) }
  } catch {
    return null
  }
}

/** A killed process is a zombie as soon as its first thread has ended: others may still be writing to the disk. */
function hasEnded(fields: string[]): boolean {
  const state = fields[STATE_FIELD] ?? ''
  if (state === ZOMBIE) return Number(fields[THREADS_FIELD]) <= 1
  return DEAD.includes(state)
}

/** Signal 0 does nothing; that it may not be sent says that there is somebody. */
function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM'
  }
}
