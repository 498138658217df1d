import { Menu } from '@mantine/core'
import { useId, useState, type ComponentProps } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { mayHandleGuestData } from '#src/domain/roles.ts'
import { MenuFrame } from '#src/ui/menu-frame.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import styles from './guest-actions-menu.module.css'
import type { GuestMenuProps } from './guest-menu-button.tsx'
import { useGuestActions } from './use-guest-actions.ts'

/** What may be done about a guest, and what came of it. A removal asks first. */
export function GuestActionsMenu({ button, ...target }: GuestMenuProps) {
  const { role } = useWorkspace().user
  const { outcome, why, ...actions } = useGuestActions(target)
  const [isAsking, setAsking] = useState(false)
  const reason = useId()

  /** An item that can't be chosen is still reached by the keys, so that its reason is read out. */
  const item = (choose: () => void) =>
    why === null
      ? { onClick: choose }
      : {
          // Mantine overwrites the attribute, and its own way of disabling takes the item from the keys.
          renderRoot: (props: ComponentProps<'button'>) => <button {...props} aria-disabled />,
          'aria-describedby': reason,
          className: styles.off,
          title: why,
          closeMenuOnClick: false,
        }

  return (
    <>
      <MenuFrame button={button} position="bottom-end" width={230}>
        {why !== null && <Menu.Label id={reason}>{why}</Menu.Label>}
        <Menu.Item {...item(() => void actions.toggleBlock())}>
          {target.isBlocked ? 'Unblock guest' : 'Block guest'}
        </Menu.Item>
        {mayHandleGuestData(role) && (
          <>
            <Menu.Item {...item(() => void actions.download())}>Download their data</Menu.Item>
            <Menu.Item {...item(() => setAsking(true))}>Delete their data</Menu.Item>
          </>
        )}
      </MenuFrame>
      <div role="status" className={styles.outcome}>
        {outcome !== null && outcome.kind !== 'failed' && outcome.message}
      </div>
      {outcome?.kind === 'failed' && (
        <p role="alert" className={styles.failed}>
          {outcome.message}
        </p>
      )}
      {isAsking && (
        <DeleteQuestion
          guestId={target.guestId}
          name={target.name}
          onConfirm={() => {
            setAsking(false)
            void actions.remove()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
