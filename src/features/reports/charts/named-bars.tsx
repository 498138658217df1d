import { Bar, type BarDatum } from '@nivo/bar'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { CHART_THEME, countTicks, formatCount, SERIES, STILL } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'
import { NameTick } from './name-tick.tsx'
import { WaitingTurn } from './waiting-turn.tsx'

interface NamedBar {
  name: string
  value: number
}

interface NamedBarsProps {
  bars: readonly NamedBar[]
  /** What is counted, after its number: `messages`. */
  unit: string
  /** What the bars are, for the button that shows all of them: `agents`. */
  noun: string
}

const BAR_PX = 26
const AXIS_PX = 30
const NAMES_PX = 124
/** More than these are looked at one by one in the table, or asked for. */
const SHOWN_FIRST = 12

/** Bars that lie, one below the other, so that a name has its line however many there are; the largest comes first. */
export function NamedBars({ bars, unit, noun }: NamedBarsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const sorted = [...bars].sort((a, b) => b.value - a.value)
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN_FIRST)
  const max = Math.max(0, ...shown.map(({ value }) => value))
  const ticks = countTicks(max)
  // Two people may have one name: a bar is known by its place.
  const data = shown.map(({ value }, index): BarDatum => ({ place: index, value })).reverse()
  const height = shown.length * BAR_PX + AXIS_PX
  return (
    <>
      <WaitingTurn
        key={height}
        height={height}
        draw={(width) => (
          <Bar
            width={width}
            height={height}
            {...STILL}
            data={data}
            keys={['value']}
            indexBy="place"
            layout="horizontal"
            margin={{ top: 0, right: 16, bottom: AXIS_PX, left: NAMES_PX }}
            padding={0.32}
            valueScale={{ type: 'linear', min: 0, max: ticks.at(-1) ?? 1 }}
            colors={[SERIES]}
            borderRadius={3}
            enableLabel={false}
            enableGridY={false}
            enableGridX
            gridXValues={ticks}
            axisLeft={{
              tickSize: 0,
              renderTick: ({ value, x, y }) => (
                <NameTick name={shown[Number(value)]?.name ?? ''} x={x} y={y} room={NAMES_PX - 10} />
              ),
            }}
            axisBottom={{ tickSize: 0, tickPadding: 8, tickValues: ticks, format: formatCount }}
            theme={CHART_THEME}
            tooltip={({ indexValue, value }) => (
              <ChartTip name={shown[Number(indexValue)]?.name ?? ''} value={value} unit={unit} />
            )}
          />
        )}
      />
      {bars.length > SHOWN_FIRST && (
        <Button look="link" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `The first ${SHOWN_FIRST} only` : `Draw all ${bars.length} ${noun}`}
        </Button>
      )}
    </>
  )
}
