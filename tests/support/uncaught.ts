/** Keeps what nobody caught while it is set: outside of a test each of these ends the process. */
export interface UncaughtTrap {
  errors: unknown[]
  remove(): void
}

export function trapUncaught(): UncaughtTrap {
  const errors: unknown[] = []
  const keep = (error: unknown) => void errors.push(error)
  process.on('uncaughtException', keep)
  process.on('unhandledRejection', keep)
  return {
    errors,
    remove() {
      process.off('uncaughtException', keep)
      process.off('unhandledRejection', keep)
    },
  }
}
