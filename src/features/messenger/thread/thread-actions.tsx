import { useContext, useState } from 'react'
import { passChat, resolveAndReturn, resolveChat, returnToBot, takeOver } from '#src/actions/take-over.ts'
import type { Chat } from '#src/contract/chats.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { holderKey } from '#src/domain/chats/holder.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { ActionMenu } from '#src/ui/action-menu.tsx'
import { Button } from '#src/ui/button.tsx'
import { createDeferredPart } from '#src/ui/deferred-part.tsx'
import { useIsHere } from '../use-is-here.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import styles from './thread-actions.module.css'

const PassDialog = createDeferredPart(
  () => import('../handover/pass-dialog.tsx').then((module) => module.PassDialog),
  {
    name: 'The list of colleagues',
    kind: 'overlay',
  },
)

interface ThreadActionsProps {
  chat: Chat
  isMine: boolean
  /** Runs what was chosen, and says where it could not be kept. */
  act(action: Promise<unknown>): void
}

/** What can be done with a chat as a whole, by its keys too. Where there is no room for all, the rarer ones are in a menu. */
export function ThreadActions({ chat, isMine, act }: ThreadActionsProps) {
  const workspace = useWorkspace()
  const canPass = useStore(useContext(CapabilitiesContext)).staff && isMine
  const [isPassing, setPassing] = useState(false)
  const holder = holderKey(chat.user)
  const helpAt = chat.helpAt ?? null

  const giveBack = () => act(returnToBot(workspace, chat.id, holder, Date.now()))
  const resolve = () => act(resolveChat(workspace, chat.id, helpAt, Date.now()))
  const openPassing = () => setPassing(true)
  const isCrowded = isMine && chat.needsHelp
  const passing = canPass ? [{ label: 'Pass to…', onSelect: openPassing }] : []
  const isHere = useIsHere(chat.id)
  useShortcuts((shortcut, isHeldDown) => {
    if (isHeldDown || !['t', 'e'].includes(shortcut) || !isHere()) return false
    if (shortcut === 't' && !isMine) act(takeOver(workspace, chat.id, holder, Date.now()))
    if (shortcut === 'e' && chat.needsHelp) resolve()
    return true
  })

  return (
    <div className={styles.actions}>
      {isMine && (
        <Button className={isCrowded ? styles.wide : undefined} onClick={giveBack}>
          Return to bot
        </Button>
      )}
      {chat.needsHelp && <Button onClick={resolve}>Chat resolved</Button>}
      {isCrowded && (
        <Button onClick={() => act(resolveAndReturn(workspace, chat.id, { holder, helpAt }, Date.now()))}>
          <span>
            Resolve and return<span className={styles.tail}> to bot</span>
          </span>
        </Button>
      )}
      {canPass && !isCrowded && <Button onClick={openPassing}>Pass to…</Button>}
      {isCrowded && (
        <ActionMenu
          label="More actions"
          className={canPass ? undefined : styles.narrow}
          actions={[{ label: 'Return to bot', onSelect: giveBack, className: styles.narrow }, ...passing]}
        />
      )}
      {isPassing && isMine && (
        <PassDialog
          onClose={() => setPassing(false)}
          onPass={({ id, name }) => {
            setPassing(false)
            act(passChat(workspace, chat.id, { userId: id, name }, holder, Date.now()))
          }}
        />
      )}
    </div>
  )
}
