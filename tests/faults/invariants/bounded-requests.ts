import type { DeviceReading, Outcome } from './outcome.ts'

/** What a device asks for by itself in a minute: reads after a return, the poll, lists that rarely change. */
const BY_ITSELF = 60
/** What each thing that waits may cost: looks, attempts and reads of what became of it. */
const FOR_EACH = 12

/** At any time, with whatever fails; more only where somebody writes so much that what waits may cost more. */
const WINDOW_MS = 10_000
const IN_A_WINDOW = 150

/** Section 5 and O3: when nothing fails any more nobody asks again and again, and at no time in a loop. */
export function requestsAreBounded(outcome: Outcome): string[] {
  return [...checkHealed(outcome), ...checkWindows(outcome)]
}

function checkWindows(outcome: Outcome): string[] {
  return outcome.devices.flatMap((device) => {
    const { name, requests } = device
    const most = Math.max(IN_A_WINDOW, limitOf(outcome, device))
    const first = requests.find(({ at }, place) => (requests[place + most]?.at ?? Infinity) - at < WINDOW_MS)
    return first ? [`${name} made more than ${most} requests in the 10 s from ${first.at} ms on.`] : []
  })
}

function checkHealed(outcome: Outcome): string[] {
  return outcome.devices.flatMap((device) => {
    const { name, healedRequests } = device
    const most = limitOf(outcome, device)
    return healedRequests > most
      ? [`${name} made ${healedRequests} requests in a healed minute; ${most} are the most.`]
      : []
  })
}

function limitOf({ written }: Outcome, { index }: DeviceReading): number {
  return BY_ITSELF + FOR_EACH * written.filter(({ device }) => device === index).length
}
