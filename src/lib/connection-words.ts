import type { ConnectionStatus } from './connection.ts'

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
      return 'A login page is in the way'
    case 'signed-out':
      return 'Signed out'
  }
}

/** Whether the line is known to be down, and not just being tried. */
export function isDown({ kind }: ConnectionStatus): boolean {
  return kind !== 'live' && kind !== 'connecting'
}
