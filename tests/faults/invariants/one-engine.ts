import { liveUser, type Outcome } from './outcome.ts'

/**
 * I5 and O4: a minute after all is healed one page of a device holds the websocket, and no page has the same operation on the
 * wire twice at once, with whatever fails. Two pages may: one that was stopped over its call, and the one that leads since.
 */
export function oneEngineWorks({ devices }: Outcome): string[] {
  return devices.flatMap((device) => {
    const { name, sockets, requests } = device
    const most = liveUser(device) === null ? 0 : 1
    const twin = requests.find(({ isTwin }) => isTwin)
    return [
      ...(sockets > most ? [`${name} has ${sockets} websockets, where ${most} is the most.`] : []),
      ...(twin ? [`${twin.tab} had ${twin.path} on the wire twice at ${twin.at} ms.`] : []),
    ]
  })
}
