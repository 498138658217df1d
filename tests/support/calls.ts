import type { SeenRequest } from './fault-proxy.ts'

/** Which calls are meant, for the line's faults. */
export const isSend = (request: SeenRequest): boolean =>
  request.method === 'POST' && request.path.startsWith('/api/takeover/send/')

export const isUpload = (request: SeenRequest): boolean =>
  request.method === 'POST' && request.path.startsWith('/api/takeover/upload/')

export const isTakeover = (request: SeenRequest): boolean => request.path.startsWith('/api/takeover/pause/')

/** By POST where it is offered, else by GET (CONTRACT section 3). */
export const isSignIn = (request: SeenRequest): boolean =>
  request.path.split('?')[0] === '/api/auth' && (request.method === 'POST' || request.method === 'GET')

export const isSocket = (request: SeenRequest): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket'

/** Matches the `count`th request that `matches`. */
export function matchNth(count: number, matches: (request: SeenRequest) => boolean) {
  let seen = 0
  return (request: SeenRequest): boolean => {
    if (!matches(request)) return false
    seen += 1
    return seen === count
  }
}

export const isAddTicket = (request: SeenRequest): boolean =>
  request.method === 'POST' && request.path.startsWith('/api/add-ticket')

/** Counts the requests on a line that `matches`, from now on. */
export function countFromNow(
  line: { readonly seen: readonly SeenRequest[] },
  matches: (request: SeenRequest) => boolean,
): () => number {
  const before = line.seen.filter(matches).length
  return () => line.seen.filter(matches).length - before
}

export const isResolve = (request: SeenRequest): boolean => request.path.startsWith('/api/takeover/resolve/')
