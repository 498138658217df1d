import { useEffect, useState } from 'react'
import { readRoom, type StorageRoom } from '#src/lib/storage-room.ts'

/** How much room is taken; read again whenever `changes` does. Undefined until the browser has answered. */
export function useRoom(changes: unknown): StorageRoom | null | undefined {
  const [room, setRoom] = useState<StorageRoom | null | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    void readRoom().then((next) => (isGone ? undefined : setRoom(next)))
    return () => {
      isGone = true
    }
  }, [changes])
  return room
}
