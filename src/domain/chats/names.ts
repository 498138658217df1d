import { isBlankName } from '../guests/name.ts'

/** The short word for a chat's channel, at its picture. */
export function describeChannel(source: string): { short: string; long: string } {
  switch (source) {
    case 'sms':
      return { short: 'SMS', long: 'SMS' }
    case 'facebook':
      return { short: 'FB', long: 'Facebook' }
    case 'web':
      return { short: 'WEB', long: 'Web chat' }
    default:
      return { short: source.slice(0, 4).toUpperCase() || '?', long: source || 'Unknown channel' }
  }
}

/** A member of staff's name, where there is one to see. */
export function nameAgent({ name }: { name: string }): string {
  return isBlankName(name) ? 'Agent' : name
}

/** A guest's name; a row whose name could not be read still has something to click on. */
export function nameGuest(chat: { displayName: string }): string {
  return isBlankName(chat.displayName) ? 'Unnamed guest' : chat.displayName
}
