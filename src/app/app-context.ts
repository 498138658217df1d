import { createContext, useContext } from 'react'
import type { UnsentChoice } from '#src/db/session/pending-clearings.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { UnsentElsewhere } from '#src/db/unsent-elsewhere.ts'
import type { Store } from '#src/lib/store.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { Environments } from './environments.ts'
import type { Preferences } from './preferences.ts'

/** What the frame around the screens needs and no screen knows. */
export interface AppContextValue {
  environments: Environments
  preferences: Preferences
  sessionDb: SessionDatabase
  /** What is not sent yet in other environments on this device. */
  readElsewhere(): Promise<UnsentElsewhere[]>
  isMemoryOnly: boolean
  isPersisted: Store<boolean | null>
  signOut(choice: UnsentChoice): Promise<void>
  /** What a screen's own call showed of the line. */
  noteLine: Engine['noteLine']
  /** Reads from the environment now, whichever tab does it. */
  syncNow: Engine['syncNow']
  /** Before a new build takes over: nothing new goes on the wire, and what was typed is kept (W2). Never rejects. */
  pauseFlush(): Promise<void>
}

export const AppContext = createContext<AppContextValue | null>(null)

export function useApp(): AppContextValue {
  const app = useContext(AppContext)
  if (!app) throw new Error('no app here')
  return app
}
