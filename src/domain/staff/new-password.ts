/** For passwords that are given from now on; those that people have keep working. */
export const NEW_PASSWORD_LEAST_CHARS = 10

/**
 * Why a new password of this user is too easy to guess, in words that say what to do; null where it is not. Whether it is among
 * the common ones the environment knows by its list (`server/auth/new-password.ts`).
 */
export function explainWeakPassword(password: string, username: string): string | null {
  const wanted = foldPassword(password)
  if ([...wanted].length < NEW_PASSWORD_LEAST_CHARS) {
    return `The password needs at least ${NEW_PASSWORD_LEAST_CHARS} characters: a few words make a good one.`
  }
  if (wanted === foldPassword(username.trim()))
    return 'The password can’t be the username. Choose another one.'
  return null
}

/** As passwords are compared: what looks the same counts as the same, in whatever letter case. */
export function foldPassword(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
