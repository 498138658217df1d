import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Which addresses a push may be sent to (CONTRACT section 2): those of the public internet. An endpoint comes from a
 * browser, so that anybody who can sign in could otherwise make the server call what only it can reach.
 */

/** Special-purpose IPv4 (IANA's registry), multicast, and the addresses at which clouds serve their metadata. */
const REFUSED_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** All of public IPv6; IPv4-mapped, NAT64, unique local, link-local and multicast addresses lie outside of it. */
const PUBLIC_V6: readonly [string, number] = ['2000::', 3]
/** Within it: Teredo and other protocols' own, documentation, and 6to4, which wraps any IPv4. */
const REFUSED_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [net, prefix] of REFUSED_V4) refused.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of REFUSED_V6) refused.addSubnet(net, prefix, 'ipv6')
const publicV6 = new BlockList()
publicV6.addSubnet(...PUBLIC_V6, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether `address` (an IP address without brackets) may be called. `canLoopback`: PUSH_ALLOW_LOOPBACK. */
export function isCallable(address: string, canLoopback: boolean): boolean {
  if (isIPv4(address)) {
    if (canLoopback && loopback.check(address, 'ipv4')) return true
    return !refused.check(address, 'ipv4')
  }
  // A zone index belongs to link-local addresses only.
  if (!isIPv6(address) || address.includes('%')) return false
  if (canLoopback && loopback.check(address, 'ipv6')) return true
  return publicV6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
