import type { SessionDatabase } from '#src/db/session/database.ts'
import { readSetting, storeSetting } from '#src/db/session/sessions.ts'

/** What this browser shows itself in: as the system does, or as the user chose. */
export const THEME_CHOICES = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

const SOUND_KEY = 'sound-notification'
const THEME_KEY = 'theme'

/** Whether a guest's call for help is heard here; on until somebody switched it off (specification section 3). */
export async function readSoundOn(sessionDb: SessionDatabase): Promise<boolean> {
  return (await readSetting(sessionDb, SOUND_KEY)) !== false
}

export function storeSoundOn(sessionDb: SessionDatabase, isOn: boolean): Promise<void> {
  return storeSetting(sessionDb, SOUND_KEY, isOn)
}

/** The chosen theme; what can't be read is the system's. */
export async function readTheme(sessionDb: SessionDatabase): Promise<ThemeChoice> {
  const stored = await readSetting(sessionDb, THEME_KEY)
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system'
}

export function storeTheme(sessionDb: SessionDatabase, choice: ThemeChoice): Promise<void> {
  return storeSetting(sessionDb, THEME_KEY, choice)
}
