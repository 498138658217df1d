import { useState } from 'react'
import type { AlertsPerson } from '#src/db/session/alerts.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

interface StartFailedProps {
  /** The error's own words: for whoever is asked for help. */
  problem: string
  /** Whose work may wait on this device; null where nobody is known to be signed in. */
  owner: AlertsPerson | null
}

/** An error that nobody foresaw while the console was opened: what is written is safe, and can be taken along. */
export function StartFailed({ problem, owner }: StartFailedProps) {
  const [isUnreadable, setUnreadable] = useState(false)

  function save({ origin, userId }: AlertsPerson) {
    setUnreadable(false)
    import('#src/actions/rescue-outbox.ts')
      .then(({ exportOutbox }) => exportOutbox(origin, userId))
      .then((file) => saveFile(file, 'bellhop-unsent.json'))
      .catch(() => setUnreadable(true))
  }

  return (
    <Notice
      title="Bellhop could not be opened"
      action={
        <>
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          {owner && <Button onClick={() => save(owner)}>Download what is not sent</Button>}
        </>
      }
    >
      <span>
        {'What you have written stays on this device. Reload the page. If this comes back, do not clear the ' +
          `browser’s data; show whoever looks after Bellhop what went wrong: ${problem}`}
      </span>
      {isUnreadable && <span> What is not sent could not be read now.</span>}
    </Notice>
  )
}
