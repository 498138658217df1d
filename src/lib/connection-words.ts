import type { ConnectionStatus } from './connection.ts'

/**
 * Where a captive portal shows its sign-in page: an address that the worker leaves to the network. Once the network lets
 * us through, it says so.
 */
export const PORTAL_ADDRESS = '/online.html'

/** The line's state in words (DESIGN section 5). */
export function describeConnection({ kind }: ConnectionStatus): string {
  switch (kind) {
    case 'live':
      return 'Live'
    case 'connecting':
      return 'Connecting…'
    case 'offline':
      return 'Offline'
    case 'captive-portal':
      return 'This Wi-Fi wants you to sign in'
    case 'signed-out':
      return 'Signed out'
  }
}

/** Whether the line is known to be down, and not just being tried. */
export function isDown({ kind }: ConnectionStatus): boolean {
  return kind !== 'live' && kind !== 'connecting'
}
