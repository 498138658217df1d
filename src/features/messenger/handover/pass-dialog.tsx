import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useState } from 'react'
import type { StaffMember } from '#src/contract/staff.ts'
import { canBeChosen } from '#src/db/mirror/reference.ts'
import { formatListTime } from '#src/domain/formatting.ts'
import { describeRole } from '#src/domain/roles.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Mantine } from '#src/ui/mantine.tsx'
import { explainNobody, listColleagues } from './describe-colleagues.ts'
import styles from './pass-dialog.module.css'
import { useDeviceNow } from '../use-now.ts'
import { useColleagues } from '../use-reference.ts'

interface PassDialogProps {
  onPass(colleague: StaffMember): void
  onClose(): void
}

/** Whom to hand the chat to. Loads when it is first opened. */
export function PassDialog({ onPass, onClose }: PassDialogProps) {
  const now = useDeviceNow()
  const isLive = useConnection().kind === 'live'
  const reading = useColleagues()
  const [search, setSearch] = useState('')
  const found = listColleagues(reading?.colleagues ?? [], search)
  const nobody = explainNobody(reading, found.length, isLive)
  return (
    <Mantine>
      <Dialog title="Pass to…" onClose={onClose}>
        <TextInput
          type="search"
          aria-label="Search colleague"
          placeholder="Search colleague..."
          value={search}
          data-autofocus
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {!isLive && reading?.readAt != null && (
          <p className={styles.note}>
            {`Who is online was last read at ${formatListTime(reading.readAt, now)}. The chat is passed ` +
              'on when the line is back.'}
          </p>
        )}
        <p className={styles.note} role="status">
          {nobody}
        </p>
        <ul aria-label="Colleagues" className={styles.colleagues}>
          {found.map((colleague) => (
            <li key={colleague.id}>
              <button
                type="button"
                className={styles.colleague}
                disabled={!canBeChosen(colleague)}
                onClick={() => onPass(colleague)}
              >
                <bdi className={styles.name} translate="no">
                  {colleague.name || 'A colleague'}
                </bdi>{' '}
                <span className={styles.role}>
                  {`${describeRole(colleague.role)}${colleague.unreadable ? ', partly unreadable' : ''}`}
                </span>{' '}
                <span className={styles.state} data-online={colleague.online}>
                  {colleague.online ? 'online' : 'offline'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </Mantine>
  )
}
