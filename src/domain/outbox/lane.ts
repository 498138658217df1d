import { holdsLane, waitsForUser, type Operation } from './operation.ts'
import type { LanePlace } from './words.ts'

/** The first operation of a lane that the others wait for; `operations` are one lane's, in order of `pos`. */
export function findHead(operations: readonly Operation[]): Operation | null {
  return operations.find(holdsLane) ?? null
}

/** Where an operation stands among its lane's operations, which are in order of `pos` (O2: derived, not stored). */
export function placeInLane(operation: Operation, lane: readonly Operation[]): LanePlace {
  const index = lane.findIndex((other) => other.id === operation.id)
  const inFront = index < 0 ? [] : lane.slice(0, index)
  return {
    blockedBy: inFront.find((other) => waitsForUser(other.state)) ?? null,
    hasMessagesBehind: lane
      .slice(index + 1)
      .some((other) => other.kind === 'send' || other.kind === 'upload'),
  }
}
