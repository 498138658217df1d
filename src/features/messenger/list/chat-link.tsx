import { useRef, type ComponentProps, type MouseEvent } from 'react'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { goTo, useAddress } from '#src/lib/address.ts'
import { createDeferred } from '#src/lib/deferred.ts'
import { runSoon } from '#src/lib/turns.ts'
import { isPlain } from '#src/ui/address-link.tsx'
import { describeMessengerAddress, type MessengerSearch } from '../search.ts'

/** Comes with the conversation's own part. Before that there is nothing to read ahead for. */
const ahead = createDeferred(() => import('#src/db/thread-ahead.ts').then((module) => module.readThreadAhead))

/** Who is at a row for so long, with the mouse or by keys, may be about to open it, ms; who passes over it is not. */
const REST_MS = 60

interface ChatLinkProps extends Omit<ComponentProps<'a'>, 'href' | `on${string}`> {
  chatId: string
  search: MessengerSearch
}

/**
 * A link to a chat, with the query string kept (specification section 2). Whoever rests on it or presses it has the thread read; it
 * is there when the screen is (decision 064).
 */
export function ChatLink({ chatId, search: { chatFilter, chatType }, ...rest }: ChatLinkProps) {
  const { history } = useAddress()
  const href = describeMessengerAddress(chatId, { chatFilter, chatType })
  const workspace = useWorkspace()
  const timer = useRef(0)
  const leave = () => clearTimeout(timer.current)
  const wait = () => {
    leave()
    timer.current = window.setTimeout(() => begin(workspace, chatId), REST_MS)
  }

  function onClick(event: MouseEvent) {
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    begin(workspace, chatId)
    // By a key: those that follow are for this chat.
    if (event.detail === 0) return goTo(history, href)
    // At the end of a press the browser looks once more at what is under the pointer: another chat that is on the screen by
    // then is laid out for it within the press, and nothing is painted in between.
    runSoon(() => goTo(history, href))
  }

  return (
    <a
      {...rest}
      href={href}
      draggable={false}
      onPointerEnter={(event) => (event.pointerType === 'mouse' ? wait() : undefined)}
      onPointerLeave={leave}
      onFocus={wait}
      onBlur={leave}
      onPointerDown={(event) => (isPlain(event) ? begin(workspace, chatId) : undefined)}
      onClick={onClick}
    />
  )
}

function begin(workspace: Workspace, chatId: string): void {
  const state = ahead.state.get()
  if (state.kind === 'ready') void state.value(workspace, chatId)
  else ahead.load().catch(() => undefined)
}
