/** Remembers under which Idempotency-Key something was asked for whose answer never came (CONTRACT section 2). */
export interface WriteKeys {
  /** The key of an intent: the same one until it is forgotten. */
  keyOf(intent: readonly unknown[]): string
  forget(intent: readonly unknown[]): void
}

export function createWriteKeys(makeKey: () => string = () => crypto.randomUUID()): WriteKeys {
  const keys = new Map<string, string>()
  const nameOf = (intent: readonly unknown[]) => JSON.stringify(intent)
  return {
    keyOf(intent) {
      const name = nameOf(intent)
      const key = keys.get(name) ?? makeKey()
      keys.set(name, key)
      return key
    },
    forget: (intent) => void keys.delete(nameOf(intent)),
  }
}
