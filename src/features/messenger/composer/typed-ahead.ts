import type { Workspace } from '#src/db/workspace.ts'

/** Later it would be a surprise: whoever takes the chat over by then has not typed it for this. */
const KEPT_MS = 5_000

interface Typed {
  text: string
  /** Of the last letter, ms of `performance.now()`. */
  at: number
}

const typed = new WeakMap<Workspace, Map<string, Typed>>()

/** Keeps what was typed for a chat whose message box is not there yet. */
export function typeAhead(workspace: Workspace, chatId: string, text: string, now: number): void {
  const chats = typed.get(workspace) ?? new Map<string, Typed>()
  typed.set(workspace, chats)
  chats.set(chatId, { text: find(chats, chatId, now) + text, at: now })
}

/** Takes its last letter back. */
export function eraseAhead(workspace: Workspace, chatId: string, now: number): void {
  const text = takeTypedAhead(workspace, chatId, now)
  typeAhead(workspace, chatId, [...text].slice(0, -1).join(''), now)
}

/** What was typed for a chat before its message box was there; empty where nothing was, or too long ago. It is given once. */
export function takeTypedAhead(workspace: Workspace, chatId: string, now: number): string {
  const chats = typed.get(workspace)
  const text = chats ? find(chats, chatId, now) : ''
  chats?.delete(chatId)
  return text
}

function find(chats: ReadonlyMap<string, Typed>, chatId: string, now: number): string {
  const found = chats.get(chatId)
  return found && now - found.at <= KEPT_MS ? found.text : ''
}
