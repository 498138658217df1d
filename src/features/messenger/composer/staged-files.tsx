import { readOutgoingFile } from '#src/db/outbox/files.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { formatSize } from '#src/domain/files/size.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './staged-files.module.css'
import { useObjectAddress } from '../use-file.ts'
import type { StagedFile } from './use-staged.ts'

interface StagedFilesProps {
  files: StagedFile[]
  /** Without it they are only shown. */
  onRemove?: (id: string) => void
}

/** The draft's files, before they are sent. */
export function StagedFiles({ files, onRemove }: StagedFilesProps) {
  if (files.length === 0) return null
  return (
    // What scrolls can be reached: by its buttons, or itself.
    <ul className={styles.tray} aria-label="Files to send" tabIndex={onRemove ? undefined : 0}>
      {files.map((file) => (
        <li key={file.id} className={styles.file}>
          <Thumbnail file={file} />
          <span className={styles.words}>
            <span className={styles.name} dir="auto" title={file.name}>
              {file.name}
            </span>
            <span className={styles.size}>{describeState(file)}</span>
          </span>
          {onRemove && (
            <IconButton
              icon="close"
              label={`Remove ${file.name}`}
              className={styles.remove}
              onClick={() => onRemove(file.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function describeState({ size, isPreparing, isStill }: StagedFile): string {
  if (isPreparing) return 'Preparing…'
  return isStill ? `${formatSize(size)} · still picture` : formatSize(size)
}

function Thumbnail({ file }: { file: StagedFile }) {
  const workspace = useWorkspace()
  const row = useLive(workspace, `outgoing:${file.isPicture}:${file.id}`, async () =>
    file.isPicture ? readOutgoingFile(workspace.outbox, file.id) : undefined,
  )
  const address = useObjectAddress(row?.bytes, row?.type)
  return (
    <span className={styles.thumbnail} data-preparing={file.isPreparing}>
      {address === null ? <Icon name="file" /> : <img src={address} alt="" decoding="async" />}
    </span>
  )
}
