import type { ComponentProps } from 'react'
import { AddressLink } from '#src/ui/address-link.tsx'
import { describeMessengerAddress, type MessengerSearch } from './search.ts'

interface MessengerLinkProps extends Omit<ComponentProps<typeof AddressLink>, 'href'> {
  /** Which chat is open there; undefined: the list alone. */
  chatId: string | undefined
  search: MessengerSearch
}

/** A link to the messenger: the caller says what is current. */
export function MessengerLink({ chatId, search, ...rest }: MessengerLinkProps) {
  return <AddressLink {...rest} href={describeMessengerAddress(chatId, search)} />
}
