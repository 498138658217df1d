import { useEffect, useMemo } from 'react'
import { MessengerPage } from '#src/features/messenger/messenger-page.tsx'
import {
  describeMessengerAddress,
  isMessenger,
  readChatId,
  readMessengerQuery,
  readMessengerSearch,
} from '#src/features/messenger/search.ts'
import { goTo, useAddress, useLocation } from '#src/lib/address.ts'
import { createDeferred } from '#src/lib/deferred.ts'
import { parseSearch } from '#src/lib/parse-search.ts'
import { paletteAsked } from '../palette/asked.ts'

const guestMenu = createDeferred(() => import('../guest-menu.tsx').then((module) => module.GuestMenu))

/** `/messenger` and `/messenger/{chatId}`: all roles (specification section 2). */
export function MessengerRoute() {
  const { history } = useAddress()
  const chatId = useLocation(readChatId)
  const query = useLocation(readMessengerQuery)
  const search = useMemo(() => readMessengerSearch(parseSearch(query)), [query])
  // What an address that was typed by hand leaves out, or has that nobody can read, stands in it from here on.
  useEffect(() => {
    const { location } = history
    if (!isMessenger(location)) return
    const whole = readMessengerSearch(parseSearch(location.search))
    goTo(history, describeMessengerAddress(readChatId(location), whole), { replace: true })
  }, [history, chatId, query])
  return (
    <MessengerPage chatId={chatId} search={search} onOpenPalette={paletteAsked.raise} guestMenu={guestMenu} />
  )
}
