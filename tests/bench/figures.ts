import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { expect } from 'vitest'
import { median, percentile } from './measure.ts'

/** One line of the table: what was measured, beside its limit of the same run. */
export interface Figure {
  name: string
  /** Of `values` and `limits`: ms, kB, MB, a second. */
  unit: string
  values: readonly number[]
  /** The least that the same work can cost here, measured in the same run; without, `most` is of the unit itself. */
  limits?: readonly number[]
  /** The ratio of the medians, or the median itself, that is asked for at most. */
  most?: number
  /** The least that is asked for, for what should be much. */
  least?: number
}

/** A figure as it is written: into the table and into the file. */
export interface WrittenFigure {
  name: string
  unit: string
  median: number
  p95: number
  limit: number | null
  ratio: number | null
  asked: string
  isMet: boolean | null
}

/**
 * Prints a figure, adds it to the file that `npm run bench` makes its table of (`BELLHOP_FIGURES`), and fails the test,
 * softly, where it falls short.
 */
export function reportFigure(figure: Figure): void {
  const written = describeFigure(figure)
  console.log(formatFigure(written))
  const file = process.env['BELLHOP_FIGURES']
  if (file) appendFileSync(file, `${JSON.stringify(written)}\n`)
  expect.soft(written.isMet, `${figure.name}: ${formatFigure(written)}`).not.toBe(false)
}

function describeFigure({ name, unit, values, limits, most, least }: Figure): WrittenFigure {
  const middle = median(values)
  const limit = limits ? median(limits) : null
  const ratio = limit === null ? null : middle / limit
  const judged = ratio ?? middle
  const asked = most !== undefined ? `at most ${most}` : least !== undefined ? `at least ${least}` : ''
  const isMet = most !== undefined ? judged <= most : least !== undefined ? judged >= least : null
  return { name, unit, median: middle, p95: percentile(values, 0.95), limit, ratio, asked, isMet }
}

function formatFigure({
  name,
  unit,
  median: middle,
  p95,
  limit,
  ratio,
  asked,
  isMet,
}: WrittenFigure): string {
  const parts = [
    `${name}: ${round(middle)} ${unit} (p95 ${round(p95)})`,
    limit === null || ratio === null ? null : `limit ${round(limit)} ${unit}, ${ratio.toFixed(2)} times`,
    asked === '' ? null : `${asked}${isMet === false ? ': MISSED' : ''}`,
  ]
  return parts.filter((part) => part !== null).join('; ')
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}
