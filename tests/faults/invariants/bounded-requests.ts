import type { Outcome } from './outcome.ts'

/** What a device asks for by itself in a minute: reads after a return, the poll, lists that rarely change. */
const BY_ITSELF = 60
/** What each thing that waits may cost: looks, attempts and reads of what became of it. */
const FOR_EACH = 12

/** Section 5 and O3: when nothing fails any more, nobody asks again and again. */
export function requestsAreBounded({ devices, written }: Outcome): string[] {
  return devices.flatMap(({ name, index, healedRequests }) => {
    const mine = written.filter(({ device }) => device === index).length
    const most = BY_ITSELF + FOR_EACH * mine
    return healedRequests > most ? [`${name} made ${healedRequests} requests in a healed minute; ${most} are the most.`] : []
  })
}
