import { useRef, useState, type DragEvent } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useIsHere } from '../use-is-here.ts'
import styles from './drop-zone.module.css'
import { stageFiles } from './staging.ts'

interface DropZoneProps {
  chatId: string
  isMine: boolean
  children: Elements
}

/** Takes files that are dropped anywhere on a thread into its draft, while the chat is the user's. */
export function DropZone({ chatId, isMine, children }: DropZoneProps) {
  const workspace = useWorkspace()
  const isHere = useIsHere(chatId)
  const [isOver, setOver] = useState(false)
  // Every element on the way is entered before the last one is left.
  const depth = useRef(0)

  function onDragEnter(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth.current += 1
    setOver(isMine)
  }

  function onDragLeave(event: DragEvent) {
    if (!hasFiles(event)) return
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setOver(false)
  }

  function onDragOver(event: DragEvent) {
    // Where they are not taken, the window refuses them.
    if (!isMine || !hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }

  function onDrop(event: DragEvent) {
    if (!hasFiles(event)) return
    depth.current = 0
    setOver(false)
    if (!isMine) return
    event.preventDefault()
    // Another chat was chosen and is not drawn yet: these are no files for the guest before it.
    if (!isHere()) return
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    stageFiles(workspace, chatId, files).catch((error: unknown) =>
      logger.error('dropped files could not be attached', { error: String(error) }),
    )
  }

  return (
    <div
      className={styles.zone}
      onDragEnter={onDragEnter}
      onDragLeave={onDragLeave}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      {children}
      {isOver && isMine && (
        <div className={styles.overlay}>
          <p>
            <Icon name="clip" size={24} />
            <span>Drop to attach</span>
          </p>
        </div>
      )}
    </div>
  )
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}
