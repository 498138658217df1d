import styles from './charts.module.css'

interface NameTickProps {
  name: string
  x: number
  y: number
  /** px. */
  room: number
}

const LINE_PX = 20
const GAP_PX = 8

/** A name beside its bar, in its own direction; what does not fit is cut at its end, and is whole in its tip. */
export function NameTick({ name, x, y, room }: NameTickProps) {
  return (
    <foreignObject x={x - room - GAP_PX} y={y - LINE_PX / 2} width={room} height={LINE_PX}>
      <div dir="auto" title={name} className={styles.name}>
        {name}
      </div>
    </foreignObject>
  )
}
