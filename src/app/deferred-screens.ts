import { createDeferredScreen } from '#src/ui/deferred-part.tsx'

// What stands in the place of all screens: nobody who is signed in meets them at a usual start.

export const SignInScreen = createDeferredScreen(() =>
  import('./sign-in-screen.tsx').then((module) => module.SignInScreen),
)
export const OutboxRescue = createDeferredScreen(() =>
  import('./outbox-rescue.tsx').then((module) => module.OutboxRescue),
)
export const StartFailed = createDeferredScreen(() =>
  import('./start-failed.tsx').then((module) => module.StartFailed),
)
export const StartProblem = createDeferredScreen(() =>
  import('./start-problem.tsx').then((module) => module.StartProblem),
)
