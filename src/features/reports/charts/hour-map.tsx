import { HeatMapCanvas } from '@nivo/heatmap'
import { CHART_THEME, STILL } from './chart-theme.ts'
import { ChartTip } from './chart-tip.tsx'
import styles from './charts.module.css'
import { nameHour, WEEKDAYS } from './hour-words.ts'
import { mix, useThemeColours } from './theme-colours.ts'
import { WaitingTurn } from './waiting-turn.tsx'

interface HourMapProps {
  cells: readonly { day: number; hour: number; value: number }[]
  /** What the fields show, in a few words. */
  title: string
  /** What is counted: `messages`. */
  unit: string
}

const HEIGHT_PX = 210
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Monday first: the weekend stands together. */
const ROWS = [1, 2, 3, 4, 5, 6, 0]
/** The hours that are written above. */
const WRITTEN_EVERY = 6

/**
 * The hours of a week as fields, the fuller the darker; a field's figure is in its tip and in the table. On a canvas: as elements,
 * 168 fields hold up the page.
 */
export function HourMap({ cells, title, unit }: HourMapProps) {
  const values = new Map(cells.map(({ day, hour, value }) => [day * HOURS.length + hour, value]))
  const colours = useThemeColours()
  const max = Math.max(0, ...values.values())
  const data = ROWS.map((day) => ({
    id: WEEKDAYS[day] ?? '',
    data: HOURS.map((hour) => ({ x: String(hour), y: values.get(day * HOURS.length + hour) ?? 0 })),
  }))
  return (
    <>
      <p className={styles.note}>{title}</p>
      <WaitingTurn
        height={HEIGHT_PX}
        draw={(width) => (
          <HeatMapCanvas
            width={width}
            height={HEIGHT_PX}
            {...STILL}
            data={data}
            margin={{ top: 22, right: 0, bottom: 0, left: 40 }}
            xInnerPadding={0.08}
            yInnerPadding={0.08}
            enableLabels={false}
            colors={({ value }) => shade(value ?? 0, max, colours)}
            emptyColor={mix(colours.empty, colours.empty, 0)}
            axisTop={{
              tickSize: 0,
              tickPadding: 6,
              format: (hour: string) => (Number(hour) % WRITTEN_EVERY === 0 ? nameHour(Number(hour)) : ''),
            }}
            axisLeft={{ tickSize: 0, tickPadding: 8, format: (day: string) => day.slice(0, 3) }}
            theme={{
              ...CHART_THEME,
              axis: { ticks: { text: { fill: mix(colours.words, colours.words, 0), fontSize: 12 } } },
            }}
            hoverTarget="cell"
            tooltip={({ cell }) => (
              <ChartTip
                name={`${cell.serieId} ${nameHour(Number(cell.data.x))}`}
                value={cell.value ?? 0}
                unit={unit}
              />
            )}
          />
        )}
      />
    </>
  )
}

/** The least that is told apart from nothing. */
const PALEST = 0.12

/** Between the surface and the accent: by lightness, which everybody sees. */
function shade(
  value: number,
  max: number,
  { empty, ground, full }: ReturnType<typeof useThemeColours>,
): string {
  if (max === 0 || value === 0) return mix(empty, empty, 0)
  return mix(ground, full, PALEST + ((1 - PALEST) * value) / max)
}
