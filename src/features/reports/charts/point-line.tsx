import styles from './charts.module.css'
import { Line } from '@nivo/line'
import type { DayFigure, DayStep } from '#src/domain/reports/thin-days.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { DESKTOP_MEDIA } from '#src/ui/media.ts'
import { CHART_THEME, countTicks, formatCount, SERIES, STILL } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'
import { chooseTicks, nameStep, writeDay } from './day-words.ts'
import { WaitingTurn } from './waiting-turn.tsx'

interface PointLineProps {
  points: readonly DayFigure[]
  /** What a point stands for. */
  step: DayStep
  /** What is counted: `messages`. */
  unit: string
  /** Where the scale ends, a small whole number; if not given, at the largest figure. */
  max?: number
}

const HEIGHT_PX = 280
/** What stands beside each other without touching. */
const LABELS_WIDE = 9
const LABELS_NARROW = 4
/** So many points are told apart by a dot each. */
const MAX_DOTS = 62
const NOTES: Readonly<Record<DayStep, string | null>> = {
  day: null,
  week: 'Drawn by week; the table has every day.',
  month: 'Drawn by month; the table has every day.',
}

/** A figure as a line over time. */
export function PointLine({ points, step, unit, max }: PointLineProps) {
  const isWide = useMedia(DESKTOP_MEDIA)
  const ticks =
    max === undefined
      ? countTicks(Math.max(0, ...points.map(({ value }) => value)))
      : Array.from({ length: max + 1 }, (_, tick) => tick)
  const labels = chooseTicks(points, isWide ? LABELS_WIDE : LABELS_NARROW)
  const note = NOTES[step]
  return (
    <>
      <WaitingTurn
        height={HEIGHT_PX}
        draw={(width) => (
          <Line
            width={width}
            height={HEIGHT_PX}
            {...STILL}
            data={[{ id: unit, data: points.map(({ date, value }) => ({ x: date, y: value })) }]}
            margin={{ top: 10, right: 24, bottom: 28, left: 44 }}
            xScale={{ type: 'time', format: '%Y-%m-%d', precision: 'day', useUTC: true }}
            yScale={{ type: 'linear', min: 0, max: ticks.at(-1) ?? 1 }}
            colors={[SERIES]}
            lineWidth={2}
            enableArea
            areaOpacity={0.12}
            enablePoints={points.length <= MAX_DOTS}
            pointSize={5}
            enableGridX={false}
            gridYValues={ticks}
            axisLeft={{ tickSize: 0, tickPadding: 8, tickValues: ticks, format: formatCount }}
            axisBottom={{
              tickSize: 0,
              tickPadding: 8,
              tickValues: labels.map((date) => new Date(date)),
              format: (date: Date) => writeDay(readDay(date), step),
            }}
            enableSlices="x"
            sliceTooltip={({ slice: { points: sliced } }) => {
              const [point] = sliced
              return (
                point && (
                  <ChartTip
                    name={nameStep(readDay(point.data.x), step)}
                    value={Number(point.data.y)}
                    unit={unit}
                  />
                )
              )
            }}
            theme={CHART_THEME}
          />
        )}
      />
      {note !== null && <p className={styles.note}>{note}</p>}
    </>
  )
}

/** The chart's times are midnights of UTC: a day of the calendar, whatever the zone. */
function readDay(time: unknown): string {
  return time instanceof Date ? time.toISOString().slice(0, 10) : String(time)
}
