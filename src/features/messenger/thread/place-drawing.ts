/** About as many as a screen shows. */
const FIRST = 8
/** No entry has this key. */
export const ALL = 'all'
/** So many more above them after each frame. */
const STEP = 6

/**
 * From which entry on a thread is drawn, and which one is the uppermost after the next frame. `top`: the key of the uppermost that
 * was drawn; null where none was, `ALL` where all are to be. One that is not there any more tells nothing of the others: all are.
 */
export function placeDrawing(
  entries: readonly { key: string }[],
  top: string | null,
): { from: number; next: string | null } {
  const place =
    top === null ? Math.max(0, entries.length - FIRST) : entries.findIndex(({ key }) => key === top)
  const from = Math.max(0, place)
  return { from, next: entries[Math.max(0, from - STEP)]?.key ?? null }
}
