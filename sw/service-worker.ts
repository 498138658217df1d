import { flushOnSync } from './background-sync.ts'
import { answerNavigations } from './navigation.ts'
import { precacheShell } from './precache.ts'
import { alertByPush } from './push.ts'
import { routeByTheBrowser } from './static-routes.ts'
import { openUnsentOnClick, tellOfUnsentOnMessage } from './unsent-notice.ts'
import { updateByPrompt } from './update.ts'

/** Filled in by the build. */
declare const self: ServiceWorkerGlobalScope

routeByTheBrowser()
precacheShell(self.__WB_MANIFEST)
answerNavigations()
updateByPrompt()
flushOnSync()
alertByPush()
openUnsentOnClick()
tellOfUnsentOnMessage()
