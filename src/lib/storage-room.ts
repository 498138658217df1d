import { nearlyFull } from './nearly-full.ts'

/** What the browser says that everything of this address takes, and may take; bytes, and estimates both. */
export interface StorageRoom {
  usage: number
  quota: number
}

/** Above this share there may be no room for what comes in. */
const NEARLY_FULL = 0.9
const LOOK_EVERY_MS = 10 * 60_000

/** Null where the browser does not say. */
export async function readRoom(): Promise<StorageRoom | null> {
  if (!navigator.storage?.estimate) return null
  const { usage, quota } = await navigator.storage.estimate().catch((): StorageEstimate => ({}))
  return usage === undefined || quota === undefined ? null : { usage, quota }
}

/** A browser that allows nothing says nothing of how full it is. */
export function isNearlyFull(room: StorageRoom | null): boolean {
  return room !== null && room.quota > 0 && room.usage / room.quota > NEARLY_FULL
}

/** Looks now and then how much room is left, as long as the page is open; gives what ends it. */
export function watchRoom(): () => void {
  const look = () => void readRoom().then((room) => nearlyFull.set(isNearlyFull(room)))
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
