import { useParams, useSearch } from '@tanstack/react-router'
import { MessengerPage } from '#src/features/messenger/messenger-page.tsx'
import { paletteAsked } from '../palette/asked.ts'

/** `/messenger` and `/messenger/{chatId}`: all roles (specification section 2). */
export function MessengerRoute() {
  const search = useSearch({ from: '/messenger' })
  const chatId = useParams({ strict: false, select: (params) => params.chatId })
  return <MessengerPage chatId={chatId} search={search} onOpenPalette={paletteAsked.raise} />
}
