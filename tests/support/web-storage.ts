/** A browser's small storage, in memory. */
export function createWebStorage(initial: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(initial))
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

/** One that the browser lets nobody write, as with cookies blocked or a full disk. */
export function createRefusingStorage(initial: Record<string, string> = {}): Storage {
  const refuse = () => {
    throw new DOMException('refused', 'QuotaExceededError')
  }
  return { ...createWebStorage(initial), setItem: refuse, clear: refuse }
}
