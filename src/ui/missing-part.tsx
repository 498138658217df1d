import type { DeferredView } from '#src/lib/use-deferred.ts'
import { Button, type ButtonLook } from './button.tsx'
import styles from './missing-part.module.css'
import { Notice } from './notice.tsx'

interface MissingProps {
  /** As in `createDeferredPart`. */
  name: string
  part: Pick<DeferredView<unknown>, 'value' | 'isLoading' | 'retry'>
}

/** Stands in the place of a part that did not arrive. Where it has arrived since, it waits for the user. */
export function MissingPart({ name, part }: MissingProps) {
  return (
    <div className={styles.missing} role="alert">
      <span>{part.value === null ? `${name} could not be loaded.` : `${name} can be opened now.`}</span>
      <Retry part={part} />
    </div>
  )
}

/** The same for a whole screen. */
export function MissingScreen({ name, part }: MissingProps) {
  return (
    <Notice title={`${name} could not be loaded`} action={<Retry part={part} look="primary" />}>
      It comes by itself when the connection is back. What you have written is kept.
    </Notice>
  )
}

function Retry({ part, look = 'plain' }: Pick<MissingProps, 'part'> & { look?: ButtonLook }) {
  return (
    <Button look={look} aria-busy={part.isLoading} onClick={part.retry}>
      {part.value === null ? 'Try again' : 'Open'}
    </Button>
  )
}
