import { useEffect, useState } from 'react'
import type { Chat } from '#src/contract/chats.ts'
import { findWindowChange, readChannelWindow, type ChannelWindow } from '#src/domain/chats/window.ts'
import { useClockOffset, useDeviceNow } from '../use-now.ts'

/** How the chat's channel window stands, drawn anew at each change of its words: it ends at an instant, not with a minute. */
export function useChannelWindow(chat: Chat): ChannelWindow {
  // A window that comes back looks again, whatever became of its timers.
  useDeviceNow()
  const offset = useClockOffset()
  const [changes, setChanges] = useState(0)
  const now = readNow(offset)
  const changesAt = findWindowChange(chat, now)
  useEffect(() => {
    if (changesAt === null) return undefined
    const waitMs = Math.max(0, changesAt - readNow(offset))
    const timer = window.setTimeout(() => setChanges(changes + 1), waitMs)
    return () => window.clearTimeout(timer)
  }, [changesAt, offset, changes])
  return readChannelWindow(chat, now)
}

function readNow(offset: number): number {
  return Date.now() + offset
}
