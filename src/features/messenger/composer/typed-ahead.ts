import type { Workspace } from '#src/db/workspace.ts'

/** Of a chat that is never drawn: later it would be a surprise. */
const KEPT_MS = 5_000

interface Typed {
  text: string
  /** Of the last letter, ms of `performance.now()`. */
  at: number
}

const typed = new WeakMap<Workspace, Map<string, Typed>>()

/** Keeps what was typed for a chat whose message box is not there yet. */
export function typeAhead(workspace: Workspace, chatId: string, text: string): void {
  const before = takeTypedAhead(workspace, chatId)
  const chats = typed.get(workspace) ?? new Map<string, Typed>()
  typed.set(workspace, chats.set(chatId, { text: before + text, at: performance.now() }))
}

/** Takes its last letter back. */
export function eraseAhead(workspace: Workspace, chatId: string): void {
  const letters = [...takeTypedAhead(workspace, chatId)]
  typeAhead(workspace, chatId, letters.slice(0, -1).join(''))
}

/** What was typed for a chat before its message box was there; empty where nothing was, or too long ago. It is given once. */
export function takeTypedAhead(workspace: Workspace, chatId: string): string {
  const chats = typed.get(workspace)
  const found = chats?.get(chatId)
  chats?.delete(chatId)
  return found && performance.now() - found.at <= KEPT_MS ? found.text : ''
}
