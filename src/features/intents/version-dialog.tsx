import { useId, useState, type ReactNode } from 'react'
import type { BotVersion, BotVersions } from '#src/contract/bot-versions.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { describeSize, nameVersion, nameVersionIntent } from './describe-versions.ts'
import styles from './versions.module.css'

interface VersionDialogProps {
  versions: BotVersions & { former: BotVersion }
  /** Why nothing can be published just now, in words; null: it can. */
  readOnly: string | null
  /** Publishes it again. Gives why that was not done, in words; null: it was. */
  onGoBack(modelId: string): Promise<string | null>
  onClose(): void
}

/** What publishing the former version again would change, and a yes that names it. */
export function VersionDialog({ versions, readOnly, onGoBack, onClose }: VersionDialogProps) {
  const { former } = versions
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function publish() {
    setBusy(true)
    setProblem(null)
    const failure = await onGoBack(former.id)
    if (failure === null) return
    setBusy(false)
    setProblem(failure)
  }

  return (
    <Dialog title="Former version" onClose={onClose}>
      <div className={styles.body}>
        <p>
          {`If ${nameVersion(former)} (${describeSize(former)}) answers again, guests are understood by ` +
            'its questions. What is written in the intents stays as it is.'}
        </p>
        <Difference versions={versions} />
        {readOnly !== null && (
          <p className={styles.problem}>{`${readOnly} Nothing is published later by itself.`}</p>
        )}
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            look="primary"
            disabled={isBusy || readOnly !== null}
            title={readOnly ?? undefined}
            aria-busy={isBusy}
            onClick={() => void publish()}
          >{`Publish ${nameVersion(former)}`}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Difference({ versions: { difference } }: Pick<VersionDialogProps, 'versions'>) {
  if (difference === null) return null
  const { added, removed, moved, totals } = difference
  if (totals.added + totals.removed + totals.moved === 0)
    return <p className={styles.note}>Nothing that guests say is understood in another way then.</p>
  return (
    <>
      <Part title="Understood again" total={totals.added}>
        {added.map(({ text, intent }) => (
          <Line key={text} text={text} note={nameVersionIntent(intent)} />
        ))}
      </Part>
      <Part title="No longer understood" total={totals.removed}>
        {removed.map(({ text, intent }) => (
          <Line key={text} text={text} note={nameVersionIntent(intent)} />
        ))}
      </Part>
      <Part title="Understood as another intent" total={totals.moved}>
        {moved.map(({ text, from, to }) => (
          <Line key={text} text={text} note={`${nameVersionIntent(from)} → ${nameVersionIntent(to)}`} />
        ))}
      </Part>
    </>
  )
}

interface PartProps {
  title: string
  /** How many there are; not all need be listed. */
  total: number
  children: readonly ReactNode[]
}

function Part({ title, total, children }: PartProps) {
  const id = useId()
  if (total === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        <span>{`${title} `}</span>
        <span className={styles.count}>{total}</span>
      </h3>
      {/* A long list scrolls, by the keyboard too. */}
      <ul className={styles.lines} role="list" aria-labelledby={id} tabIndex={0}>
        {children}
      </ul>
      {total > children.length && <p className={styles.note}>{`and ${total - children.length} more`}</p>}
    </section>
  )
}

function Line({ text, note }: { text: string; note: string }) {
  return (
    <li>
      <span dir="auto">{text}</span> <span className={styles.note}>{note}</span>
    </li>
  )
}
