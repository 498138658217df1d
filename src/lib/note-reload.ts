/**
 * Whether this tab may reload by itself for a cause: not if it did so within `againMs`, and only where its own storage can
 * note it, so that no reload follows another. Noted under `key` before it does; `now` in ms.
 */
export function noteReload(
  tab: Pick<Storage, 'getItem' | 'setItem'> | null,
  { key, againMs, now }: { key: string; againMs: number; now: number },
): boolean {
  try {
    if (!tab) return false
    const last = Number(tab.getItem(key) ?? Number.NEGATIVE_INFINITY)
    if (Math.abs(now - last) < againMs) return false
    tab.setItem(key, String(now))
    return tab.getItem(key) === String(now)
  } catch {
    return false
  }
}
