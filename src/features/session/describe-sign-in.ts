import type { SignInResult } from '#src/actions/session-sign-in.ts'

/** The error catalogue's sentence for a person who did not finish at the social network (specification section 8). */
export const SOCIAL_CANCELLED = 'Facebook login was not completed, please try again.'

/** How a sign-in ended, in words; null where it succeeded. The first two are the error catalogue's (specification section 8). */
export function describeSignIn(result: SignInResult): string | null {
  switch (result.type) {
    case 'signed-in':
      return null
    case 'wrong-credentials':
      return 'Wrong username or password, or user with such credentials not added to the system.'
    case 'social-rejected':
      return 'Can not authorise you view Facebook. Your account may not be allowed in here yet.'
    case 'slowed-down': {
      const seconds = Math.max(1, Math.ceil(result.retryAfterMs / 1_000))
      return `Too many tries. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    }
    case 'unreachable':
      return 'The hotel’s system can’t be reached. Check the connection and try again.'
    case 'unexpected-responder':
      return 'Another page answered in place of the hotel’s system. Is there a Wi-Fi login page? No password was sent to it.'
    case 'refused':
      return result.message ?? 'The hotel’s system refused the sign-in.'
    case 'not-cleared':
      return 'What your last sign-out left on this device could not be removed, so you can’t sign in here yet. Restart the browser and try again.'
  }
}

/** Why somebody is asked to sign in again. */
export function describeReason(reason: 'session-ended' | 'long-away', name: string | undefined): string {
  if (reason === 'long-away') {
    return 'This device has not spoken with the hotel for 14 days. Sign in to go on; what you had not sent is kept.'
  }
  return `Your session has ended${name ? `, ${name}` : ''}. Sign in again; what you had not sent is kept.`
}
