import type { ChildProcess } from 'node:child_process'
import { waitFor } from './wait-for.ts'

/** What the server prints once it listens. */
const CONSOLE = /Console\s+https?:\/\/\S+:(\d+)/

/**
 * The port that a server's process says it listens at; PORT=0 lets the system choose one that is free. Throws with its words
 * if it ends. That somebody answers at an address is no sign: a port that was free a moment ago may be another server's.
 */
export async function waitUntilListening(
  child: ChildProcess,
  readOutput: () => string,
  deadlineMs: number,
): Promise<number> {
  const port = await waitFor(
    'the server to listen or to end',
    () => (hasEnded(child) ? 'ended' : CONSOLE.exec(readOutput())?.[1]),
    deadlineMs,
  )
  if (port === 'ended') throw new Error(`the server ended with ${child.exitCode}: ${readOutput()}`)
  return Number(port)
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
