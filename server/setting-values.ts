/** What single settings may hold. */

/** VAPID_SUBJECT, where Web Push is switched off, and SPEECH_URL, where speech is. */
export const OFF = 'off'

/** Whether pages and people at this origin are on this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHost(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** Whether only this machine can reach a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

export function readList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim().replace(/\/$/, ''))
    .filter((entry) => entry !== '')
}

export function isOrigin(value: string): boolean {
  return (
    URL.canParse(value) &&
    ['http:', 'https:'].includes(new URL(value).protocol) &&
    new URL(value).origin === value
  )
}

/** Beyond this machine https only: anywhere else the console does not start, and a link would lead to its refusal (D9). */
export function isPublicUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(value)
  if (username + password + search + hash !== '' || pathname !== '/') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackOrigin(value))
}

export function isVapidSubject(value: string): boolean {
  if (value === OFF) return true
  return /^mailto:[^\s@]+@[^\s@]+$/.test(value) || (/^https:/.test(value) && URL.canParse(value))
}
