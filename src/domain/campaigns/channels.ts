const CHANNELS: ReadonlyMap<string, string> = new Map([
  ['sms', 'SMS'],
  ['facebook', 'Facebook'],
  ['email', 'email'],
  ['web', 'web chat'],
])

/** A channel within a sentence, for example `SMS`; a word that this console does not know as it is. */
export function nameChannel(channel: string): string {
  return CHANNELS.get(channel) ?? channel
}
