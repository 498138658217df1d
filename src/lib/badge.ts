/** Shows a number on the icon of an installed Bellhop. Not every browser has it, nor every system a place for it. */
export async function setBadge(count: number): Promise<void> {
  if (count <= 0) return clearBadge()
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined)
}

export async function clearBadge(): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
}
