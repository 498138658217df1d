import type { PartialTheme } from '@nivo/theming'

/** Nivo in the colours of theme.css, which know day and night by themselves. */
export const CHART_THEME: PartialTheme = {
  text: { fill: 'var(--ink-2)', fontFamily: 'inherit', fontSize: 12 },
  axis: {
    ticks: { line: { stroke: 'var(--line)' }, text: { fill: 'var(--ink-3)', fontSize: 12 } },
    legend: { text: { fill: 'var(--ink-3)', fontSize: 12 } },
  },
  grid: { line: { stroke: 'var(--line)' } },
  crosshair: { line: { stroke: 'var(--ink-3)' } },
  tooltip: {
    container: {
      background: 'var(--surface)',
      color: 'var(--ink)',
      border: '1px solid var(--line-strong)',
      borderRadius: '8px',
      fontSize: 13,
      boxShadow: 'var(--shadow-high)',
    },
  },
}

/** One series has one colour: nothing is told by colour alone. */
export const SERIES = 'var(--accent)'

/** Nothing moves: a chart is read, and drawing it costs one frame. */
export const STILL = { animate: false } as const

/** About so many lines across a chart. */
const STEPS = 4

/** Whole numbers alone: there is no half message. */
export function countTicks(max: number): number[] {
  const step = niceStep(max / STEPS)
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step)
}

function niceStep(rough: number): number {
  if (rough <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (rough <= power ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10)
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `12`, `3.4K`: what an axis has room for. */
export function formatCount(value: number): string {
  return compact.format(value)
}
