import {
  explainWeakPassword,
  foldPassword,
  NEW_PASSWORD_LEAST_CHARS,
} from '#src/domain/staff/new-password.ts'
import { failInvalid } from '../errors.ts'

/** What the demonstration's users sign in with where DEMO_PASSWORD says nothing else; known to everybody. */
export const DEFAULT_DEMO_PASSWORD = 'bellhop-demo'

/** Throws ApiError 422 for a new password that is too easy to guess, in words that a person can act on. */
export async function checkNewPassword(password: string, username: string): Promise<void> {
  const problem = await explainNewPassword(password, username)
  if (problem !== null) throw failInvalid(problem)
}

/** What is wrong with a new password, in words; null: nothing. */
export async function explainNewPassword(password: string, username: string): Promise<string | null> {
  const weakness = explainWeakPassword(password, username)
  if (weakness !== null) return weakness
  const isCommon = (await readCommonPasswords()).has(foldPassword(password))
  return isCommon ? 'The password is one of those that are guessed first. Choose another one.' : null
}

let common: Promise<ReadonlySet<string>> | null = null
/** Read when it is needed first: unpacking the list takes some 70 ms, which no start has to wait for. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= loadCommonPasswords()
  return common
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common'].filter((word) => word.length >= NEW_PASSWORD_LEAST_CHARS)
  return new Set([...words.map(foldPassword), DEFAULT_DEMO_PASSWORD])
}
