import { useId } from 'react'
import type { SegmentPreview } from '#src/contract/segments.ts'
import { nameChannel } from '#src/domain/campaigns/channels.ts'
import { formatCount } from '#src/lib/format-count.ts'
import { Button } from '#src/ui/button.tsx'
import type { TypedValues } from '#src/ui/list/field-values.ts'
import { usePreview } from './online-queries.ts'
import styles from './segments.module.css'
import { readFilter } from './segment-values.ts'

interface SegmentPreviewBoxProps {
  /** What the form holds. */
  values: TypedValues
  /** Why nothing can be asked just now, in words; null: it can. */
  readOnly: string | null
}

const BAD_CODES = 'Guests are counted once the area codes are right.'

/** How many guests a filter means now, and the first of them: of what the form holds, never of what it held. */
export function SegmentPreviewBox({ values, readOnly }: SegmentPreviewBoxProps) {
  const id = useId()
  const filter = readFilter(values)
  const { preview, problem, reload } = usePreview(readOnly === null ? filter : null)
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h2 id={id}>Guests it means now</h2>
      {readOnly !== null ? (
        <p className={styles.note}>{`${readOnly} Guests are counted once that is over.`}</p>
      ) : (
        <Counted
          {...{ preview, reload }}
          problem={filter === null ? BAD_CODES : problem}
          canRetry={filter !== null}
        />
      )}
    </section>
  )
}

interface CountedProps {
  preview: SegmentPreview | undefined
  problem: string | null
  canRetry: boolean
  reload(): void
}

function Counted({ preview, problem, canRetry, reload }: CountedProps) {
  if (problem !== null) {
    return (
      <div className={styles.problem} role="status">
        <span>{problem}</span>
        {canRetry && <Button onClick={reload}>Try again</Button>}
      </div>
    )
  }
  return (
    <>
      <p role="status" aria-busy={preview === undefined} className={styles.count}>
        {preview === undefined ? 'Counting…' : describeCount(preview)}
      </p>
      {preview !== undefined && preview.sample.length > 0 && (
        <ul className={styles.sample}>
          {preview.sample.map(({ guestId, name, channels }) => (
            <li key={guestId}>
              <bdi>{name || 'A guest without a name'}</bdi>
              {channels.length > 0 && (
                <span className={styles.note}>{channels.map(nameChannel).join(', ')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** `214 guests, the first 10 of them:`. */
export function describeCount({ guests, sample }: SegmentPreview): string {
  if (guests === 0) return 'No guest.'
  const count = `${formatCount(guests)} ${guests === 1 ? 'guest' : 'guests'}`
  return sample.length > 0 && sample.length < guests
    ? `${count}, the first ${sample.length} of them:`
    : `${count}.`
}
