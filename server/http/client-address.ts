import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Settings } from '../settings-types.ts'
import type { AppContext } from './app-env.ts'

/** An IPv6 connection is given a /64: counting its single addresses would count nothing. */
const IPV6_COUNTED_GROUPS = 4
const IPV6_GROUPS = 8
const UNKNOWN = 'unknown'

/**
 * The client as limits see it: an IPv4 address, or the /64 of an IPv6 one. Behind a trusted proxy (TRUST_PROXY) it is the last
 * one of `X-Forwarded-For`, which the proxy itself added; where that is no address, the socket's counts.
 */
export function readClient(c: AppContext, settings: Pick<Settings, 'trustProxy'>): string {
  const forwarded = settings.trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
  return (
    describeClient(forwarded ?? '') ?? describeClient(c.env.incoming.socket.remoteAddress ?? '') ?? UNKNOWN
  )
}

/** Null for what is no address. Takes a port behind it too, as some proxies write it. */
export function describeClient(text: string): string | null {
  const address = stripPort(text.trim()).replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const groups = expandGroups(address)
  return (
    readMappedIPv4(groups) ??
    `${groups
      .slice(0, IPV6_COUNTED_GROUPS)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  )
}

/** `192.0.2.1:8080` and `[2001:db8::1]:8080` without what is not the address. */
function stripPort(text: string): string {
  if (isIP(text) !== 0) return text
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(text) ?? []
  return ipv4 ?? ipv6 ?? text
}

/** The eight groups of an IPv6 address, by the platform's own reading of it. */
function expandGroups(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array<number>(IPV6_GROUPS - before.length - after.length).fill(0), ...after]
}

/** `::ffff:192.0.2.1` is 192.0.2.1: a socket that listens on both protocols gives it so. */
function readMappedIPv4(groups: number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : null
}
