import type { ComponentProps, MouseEvent } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { goTo, useAddress } from '#src/lib/address.ts'
import { createDeferred } from '#src/lib/deferred.ts'
import { waitForTurn } from '#src/lib/turns.ts'
import { isPlain } from '#src/ui/address-link.tsx'
import { describeMessengerAddress, type MessengerSearch } from '../search.ts'

/** Comes with the conversation's own part. Before that there is nothing to read ahead for. */
const ahead = createDeferred(() => import('#src/db/thread-ahead.ts').then((module) => module.readThreadAhead))

interface ChatLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'onPointerDown'> {
  chatId: string
  search: MessengerSearch
}

/**
 * A link to a chat, with the query string kept (specification section 2). The press has the thread read; it is there when the
 * screen is.
 */
export function ChatLink({ chatId, search: { chatFilter, chatType }, ...rest }: ChatLinkProps) {
  const { history } = useAddress()
  const href = describeMessengerAddress(chatId, { chatFilter, chatType })
  const workspace = useWorkspace()

  function onClick(event: MouseEvent) {
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    begin(workspace, chatId)
    // By a key: those that follow are for this chat.
    if (event.detail === 0) return goTo(history, href)
    // At the end of a press the browser looks once more at what is under the pointer: another chat that is on the screen by
    // then is laid out for it within the press, and nothing is painted in between.
    void waitForTurn().then(() => goTo(history, href))
  }

  return (
    <a
      {...rest}
      href={href}
      draggable={false}
      onPointerDown={(event) => (isPlain(event) ? begin(workspace, chatId) : undefined)}
      onClick={onClick}
    />
  )
}

function begin(workspace: Workspace, chatId: string): void {
  const state = ahead.state.get()
  if (state.kind === 'ready') state.value(workspace, chatId)
  else ahead.load().catch(() => undefined)
}
