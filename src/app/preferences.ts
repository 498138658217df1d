import { readSoundOn, readTheme, storeSoundOn, storeTheme, type ThemeChoice } from '#src/actions/settings.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { observeSession } from '#src/db/session/observe.ts'
import { logger } from '#src/lib/logger.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import { applyTheme, SYSTEM_IS_DARK } from './theme-choice.ts'

/** What a browser's person chose for all its tabs. */
export interface Preferences {
  sound: Store<boolean>
  theme: Store<ThemeChoice>
  chooseSound(isOn: boolean): void
  chooseTheme(choice: ThemeChoice): void
}

/** Reads the choices, shows the theme before anything is drawn, and follows what other tabs choose. */
export async function startPreferences(sessionDb: SessionDatabase): Promise<Preferences> {
  const [isSoundOn, chosenTheme] = await Promise.all([readSoundOn(sessionDb), readTheme(sessionDb)])
  const sound = createStore(isSoundOn)
  const theme = createStore(chosenTheme)
  applyTheme(chosenTheme)
  theme.subscribe(() => applyTheme(theme.get()))
  window.matchMedia(SYSTEM_IS_DARK).addEventListener('change', () => applyTheme(theme.get()))
  observeSession(() => readSoundOn(sessionDb), sound.set)
  observeSession(() => readTheme(sessionDb), theme.set)
  return {
    sound,
    theme,
    chooseSound: (isOn) => choose(sound, isOn, storeSoundOn(sessionDb, isOn)),
    chooseTheme: (choice) => choose(theme, choice, storeTheme(sessionDb, choice)),
  }
}

/** A choice holds at once; one that can't be kept holds until the page is closed. */
function choose<T>(store: Store<T>, value: T, stored: Promise<void>): void {
  store.set(value)
  stored.catch((error: unknown) => logger.warn('a choice could not be kept', { error: String(error) }))
}
