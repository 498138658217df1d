import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isCallable } from './public-address.ts'

/** All addresses of a host name. Throws like `node:dns`. */
export type ResolveNames = (hostname: string) => Promise<string[]>

/** How an endpoint's host is looked up, and whether loopback counts as public (PUSH_ALLOW_LOOPBACK). */
export interface AddressPolicy {
  canLoopback: boolean
  resolveNames: ResolveNames
}

/** Why a host may not be called, or not now. */
export class HostRefusedError extends Error {
  /** `unknown`: there is no such name. `private`: not on the public internet. `unavailable`: no answer just now. */
  readonly reason: 'unknown' | 'private' | 'unavailable'

  constructor(reason: HostRefusedError['reason']) {
    super(`the host of the push service is ${reason}`)
    this.name = 'HostRefusedError'
    this.reason = reason
  }
}

/** Each of two tries of a name server, and all of it, however many there are: a person may be waiting. */
const LOOKUP_TIMEOUT_MS = 2_000
const LOOKUP_TRIES = 2
const LOOKUP_TOTAL_MS = 5_000
const LOOPBACK_NAME = /^(?:.+\.)?localhost\.?$/i
/** What a name server answers where the name, or an address of that family, is not there. */
const ABSENT = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * The addresses that may be called for an endpoint, at least one. One private address among them refuses the host: whoever
 * answers so wants the caller to pick it.
 *
 * @throws HostRefusedError
 */
export async function resolvePublic(endpoint: string, policy: AddressPolicy): Promise<string[]> {
  const hostname = new URL(endpoint).hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(hostname) === 0 ? await lookUp(hostname, policy.resolveNames) : [hostname]
  if (addresses.length === 0) throw new HostRefusedError('unknown')
  if (!addresses.every((address) => isCallable(address, policy.canLoopback))) {
    throw new HostRefusedError('private')
  }
  return addresses
}

/**
 * Asks the name servers themselves: the system's own look-up would occupy the few threads that passwords are checked on
 * for as long as a name server is silent.
 */
export async function resolveByNameServers(hostname: string): Promise<string[]> {
  // Never asked of a name server (RFC 6761).
  if (LOOPBACK_NAME.test(hostname)) return ['127.0.0.1']
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: LOOKUP_TRIES })
  const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  const failure = families.find((family) => family.status === 'rejected')
  if (addresses.length === 0 && failure) throw failure.reason
  return addresses
}

async function lookUp(hostname: string, resolveNames: ResolveNames): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new HostRefusedError('unavailable')), LOOKUP_TOTAL_MS)
  })
  try {
    return await Promise.race([resolveNames(hostname), tooLate])
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
    throw new HostRefusedError(typeof code === 'string' && ABSENT.includes(code) ? 'unknown' : 'unavailable')
  } finally {
    clearTimeout(timer)
  }
}
