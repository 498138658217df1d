/** What is known of a file of the environment's own host. */
export interface FileReading {
  isHere: boolean
  /** Whether the engine was asked for it, and has not brought it yet. */
  isAsked: boolean
  /** Why it brought nothing; null while nothing failed. */
  problem: string | null
}

/**
 * `wanted`: to be asked for by itself; `offered`: a person is to say that it is worth the wait, as the line is weak or
 * dear; `unreachable`: it was asked for, and the line gave nothing.
 */
export type FileEvaluation = 'here' | 'loading' | 'wanted' | 'offered' | 'unreachable' | 'gone'

/** `isWelcome`: whether it may be fetched unasked. What is on this device is shown on any line. */
export function evaluateFile(reading: FileReading | null | undefined, isWelcome: boolean): FileEvaluation {
  if (!reading) return 'loading'
  const { isHere, isAsked, problem } = reading
  if (isHere) return 'here'
  if (!isAsked) return isWelcome ? 'wanted' : 'offered'
  if (problem === null) return 'loading'
  return problem === 'unreachable' ? 'unreachable' : 'gone'
}
