import { appendFileSync } from 'node:fs'

/** One line of what a run has come to, for `scripts/faults.mjs`, which adds them up. */
export type ReportLine =
  | {
      level: string
      schedules: number
      faults: number
      messages: number
      violations: number
      /** Of the processor, for all of them. */
      cpuMs: number
    }
  | { level: string; bugs: number; caught: number }

/** Written where `npm run test:faults` waits for it; nowhere else. */
export function report(line: ReportLine): void {
  const file = process.env['BELLHOP_FAULTS_REPORT']
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** A whole number that `npm run test:faults` gives by the environment. */
export function readNumber(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number.`)
  return value
}
