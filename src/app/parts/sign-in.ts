/** Who somebody is: the screen that asks for it, and the question whether it is still so, as one part (see `online`). */
export { renewUser } from '#src/actions/session-renew.ts'
export { SignInScreen } from '../sign-in-screen.tsx'
