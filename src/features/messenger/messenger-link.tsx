import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, PointerEvent } from 'react'
import { describeMessengerAddress, type MessengerSearch } from './search.ts'

interface MessengerLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** Which chat is open there; undefined: the list alone. */
  chatId: string | undefined
  search: MessengerSearch
}

/**
 * A link within the messenger: the caller says what is current. The router's own looks at every change of the address anew, a
 * dozen of them at each press on a chat.
 */
export function MessengerLink({ chatId, search, onClick, ...rest }: MessengerLinkProps) {
  const router = useRouter()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    void (chatId === undefined
      ? router.navigate({ to: '/messenger', search })
      : router.navigate({ to: '/messenger/$chatId', params: { chatId }, search }))
  }

  return <a {...rest} href={describeMessengerAddress(chatId, search)} onClick={follow} />
}

/** With a key or another button a link opens elsewhere. */
export function isPlain(event: MouseEvent | PointerEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
