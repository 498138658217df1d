import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import type { MessengerSearch } from '#src/features/messenger/search.ts'

interface ConversationLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  chatId: string | undefined
  search: MessengerSearch
  ref?: Ref<HTMLAnchorElement>
}

/** Leads to the messenger: where a chat is chosen, to that chat (specification section 2, Header). */
export function ConversationLink({ chatId, search, ...rest }: ConversationLinkProps) {
  return (
    <Link
      {...rest}
      to={chatId === undefined ? '/messenger' : '/messenger/$chatId'}
      params={chatId === undefined ? {} : { chatId }}
      search={search}
      activeProps={NOTHING}
    />
  )
}

/** The caller says what is current. */
const NOTHING = {}
