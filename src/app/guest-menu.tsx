import { GuestActionsMenu } from '#src/features/messenger/guest/guest-actions-menu.tsx'
import type { GuestMenuProps } from '#src/features/messenger/guest/guest-menu-button.tsx'
import { OnlineContext } from '#src/online/online-context.ts'
import { useOnlineCalls } from './use-online-calls.ts'

/** The menu of the guest card with its calls, which the messenger has none of: it loads with the first click. */
export function GuestMenu(props: GuestMenuProps) {
  return (
    <OnlineContext value={useOnlineCalls()}>
      <GuestActionsMenu {...props} />
    </OnlineContext>
  )
}
