/** The username that stands for a sign-in by the social network (specification section 1). */
const SOCIAL_USERNAME = 'facebooklogin'

export function isSocialSignIn(username: string): boolean {
  return username.trim() === SOCIAL_USERNAME
}
