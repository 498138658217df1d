import { signIn, type SignInDeps } from '#src/actions/session-sign-in.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { Fault, SeenCall } from './fault-fetch.ts'
import { createTarget } from './faulty-target.ts'
import { NOON } from './local.ts'

/** The password that `openSignInForm` sends. */
const SECRET = 'secret'

/** Whether a call carries it. */
export const hasSecret = (call: SeenCall): boolean => JSON.stringify(call).includes(SECRET)

/** Somebody before the sign-in of a device, on a line whose answers are these, in order. */
export function openSignInForm(sessionDb: SessionDatabase, ...faults: Fault[]) {
  const { target, line } = createTarget(...faults)
  const deps: SignInDeps = {
    sessionDb,
    target,
    now: () => NOON,
    findAvailable: () => null,
    finishSignOuts: () => Promise.resolve(),
  }
  const credentials = { username: ' agent ', password: SECRET, token: '' }
  return {
    line,
    target,
    logIn: (more: Partial<SignInDeps> = {}, given = credentials) => signIn({ ...deps, ...more }, given),
  }
}
