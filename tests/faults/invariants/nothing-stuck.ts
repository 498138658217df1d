import { findHead } from '#src/domain/outbox/lane.ts'
import { wakeAt } from '#src/domain/outbox/timing.ts'
import { liveUser, type DeviceReading, type Outcome } from './outcome.ts'

/** How late whatever is due may be: the engine comes back after a second at the least, and a call is under way. */
const LATE_MS = 2_500
/** The longest that a head may be parked: an hour of a clock that was wrong is no time to wait (O3). */
const FARTHEST_MS = 5 * 60_000

/** O3, O9 and section 4: a minute after all is healed nothing is on the wire, and nothing that is due still waits. */
export function nothingIsStuck(outcome: Outcome): string[] {
  return outcome.devices.flatMap((device) => {
    const outbox = device.outboxes.find(({ userId }) => userId === liveUser(device))
    const lanes = new Set(outbox?.operations.map(({ lane }) => lane))
    return [...lanes].flatMap((lane) =>
      checkLane(device, outbox?.operations.filter((each) => each.lane === lane) ?? []),
    )
  })
}

function checkLane({ name, now }: DeviceReading, operations: Parameters<typeof findHead>[0]): string[] {
  const head = findHead(operations)
  const left = operations
    .filter(({ state }) => state === 'sent')
    .map(({ kind, lane }) => `${kind} in ${lane}`)
  const unbound = left.map((what) => `${name} still waits for the row of a ${what}.`)
  if (!head) return unbound
  const what = `${name} has a ${head.kind} in ${head.lane} that is ${head.state}`
  if (head.state === 'sending') return [...unbound, `${what} a minute after all was healed.`]
  const due = wakeAt(head, now)
  if (due === null) return unbound
  if (due < now - LATE_MS) return [...unbound, `${what} and was due ${now - due} ms ago.`]
  return due > now + FARTHEST_MS ? [...unbound, `${what} and is parked for ${due - now} ms.`] : unbound
}
