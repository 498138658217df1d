import { useParams, useSearch } from '@tanstack/react-router'
import { MessengerPage } from '#src/features/messenger/messenger-page.tsx'
import { createDeferred } from '#src/lib/deferred.ts'
import { paletteAsked } from '../palette/asked.ts'

const guestMenu = createDeferred(() => import('../guest-menu.tsx').then((module) => module.GuestMenu))

/** `/messenger` and `/messenger/{chatId}`: all roles (specification section 2). */
export function MessengerRoute() {
  const search = useSearch({ from: '/messenger' })
  const chatId = useParams({ strict: false, select: (params) => params.chatId })
  return (
    <MessengerPage chatId={chatId} search={search} onOpenPalette={paletteAsked.raise} guestMenu={guestMenu} />
  )
}
