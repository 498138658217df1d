import { Bar } from '@nivo/bar'
import { CHART_THEME, countTicks, formatCount, SERIES, STILL } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'
import { WaitingTurn } from './waiting-turn.tsx'

interface PlaceBarsProps {
  /** In their order; each name once. `label`: what the axis says, empty where it has no room for all. */
  bars: readonly { name: string; label: string; value: number }[]
  /** What is counted: `messages`. */
  unit: string
}

const HEIGHT_PX = 280

/** Bars that stand, in an order of their own: hours, days of the week. */
export function PlaceBars({ bars, unit }: PlaceBarsProps) {
  const ticks = countTicks(Math.max(0, ...bars.map(({ value }) => value)))
  const labels = new Map(bars.map(({ name, label }) => [name, label]))
  return (
    <WaitingTurn
      height={HEIGHT_PX}
      draw={(width) => (
        <Bar
          width={width}
          height={HEIGHT_PX}
          {...STILL}
          data={bars.map(({ name, value }) => ({ name, value }))}
          keys={['value']}
          indexBy="name"
          margin={{ top: 8, right: 8, bottom: 28, left: 44 }}
          padding={0.25}
          valueScale={{ type: 'linear', min: 0, max: ticks.at(-1) ?? 1 }}
          colors={[SERIES]}
          borderRadius={3}
          enableLabel={false}
          gridYValues={ticks}
          axisLeft={{ tickSize: 0, tickPadding: 8, tickValues: ticks, format: formatCount }}
          axisBottom={{ tickSize: 0, tickPadding: 8, format: (name: string) => labels.get(name) ?? '' }}
          theme={CHART_THEME}
          tooltip={({ indexValue, value }) => (
            <ChartTip name={String(indexValue)} value={value} unit={unit} />
          )}
        />
      )}
    />
  )
}
