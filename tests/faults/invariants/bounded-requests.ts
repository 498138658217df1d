import type { Outcome } from './outcome.ts'

/** What a device asks for by itself in a minute: reads after a return, the poll, lists that rarely change. */
const BY_ITSELF = 60
/** What each thing that waits may cost: looks, attempts and reads of what became of it. */
const FOR_EACH = 12

/** At any time, with whatever fails. */
const WINDOW_MS = 10_000
const IN_A_WINDOW = 150

/** Section 5 and O3: when nothing fails any more nobody asks again and again, and at no time in a loop. */
export function requestsAreBounded(outcome: Outcome): string[] {
  return [...checkHealed(outcome), ...checkWindows(outcome)]
}

function checkWindows({ devices }: Outcome): string[] {
  return devices.flatMap(({ name, requests }) => {
    const first = requests.find(
      ({ at }, place) => (requests[place + IN_A_WINDOW]?.at ?? Infinity) - at < WINDOW_MS,
    )
    return first ? [`${name} made more than ${IN_A_WINDOW} requests in the 10 s from ${first.at} ms on.`] : []
  })
}

function checkHealed({ devices, written }: Outcome): string[] {
  return devices.flatMap(({ name, index, healedRequests }) => {
    const mine = written.filter(({ device }) => device === index).length
    const most = BY_ITSELF + FOR_EACH * mine
    return healedRequests > most
      ? [`${name} made ${healedRequests} requests in a healed minute; ${most} are the most.`]
      : []
  })
}
