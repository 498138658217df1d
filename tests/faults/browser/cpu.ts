import { readdirSync, readFileSync } from 'node:fs'

/** Of a clock that Linux counts processes' time by, ms. */
const TICK_MS = 10
/** Where a process's line has its parent and its times, its ended children's included, behind the name in brackets. */
const PARENT = 1
const TIMES = [11, 12, 13, 14]

/** The processor time that this process and all that it started have taken so far, ms; its own alone where nobody tells. */
export function readCpuMs(): number {
  try {
    return readTree(process.pid, readProcesses())
  } catch {
    const { user, system } = process.cpuUsage()
    return Math.round((user + system) / 1_000)
  }
}

interface ProcessRow {
  parent: number
  ms: number
}

function readProcesses(): Map<number, ProcessRow> {
  const rows = new Map<number, ProcessRow>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const line = readLine(`/proc/${name}/stat`)
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = TIMES.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0)
    rows.set(Number(name), { parent: Number(fields[PARENT] ?? 0), ms: ticks * TICK_MS })
  }
  return rows
}

/** One that has ended in between has no file any more. */
function readLine(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function readTree(pid: number, rows: ReadonlyMap<number, ProcessRow>): number {
  const own = rows.get(pid)?.ms ?? 0
  const children = [...rows].filter(([, { parent }]) => parent === pid && pid !== 0)
  return children.reduce((sum, [child]) => sum + readTree(child, rows), own)
}
