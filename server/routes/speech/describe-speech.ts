import { type SpeechCount } from '#src/contract/speech.ts'
import { saysTime } from '#src/domain/speech/spoken-words.ts'
import type { SpeechService, SpokenText } from '../../speech/speech-service.ts'
import type { BotDialog } from '../../store/bot/dialog.ts'
import { findRecorded } from '../../store/speech/speech-audio.ts'
import type { Db } from '../../store/store.ts'

/** Where the audio of a text is; null where it has none. What says the time is said anew each time. */
export function findAddress(
  { text, key }: SpokenText,
  { recorded, hasVoice }: { recorded: ReadonlySet<string>; hasVoice: boolean },
): string | null {
  if (saysTime(text)) return hasVoice ? `/api/speech/preview?str=${encodeURIComponent(text)}` : null
  return key !== null && recorded.has(key) ? `/api/speech/audio/${key}` : null
}

/** What each dialog says, and which keys of it all are recorded. */
export async function readRecorded(
  db: Db,
  speech: SpeechService,
  dialogs: readonly (BotDialog | null)[],
): Promise<{ said: SpokenText[][]; recorded: Set<string> }> {
  const said = dialogs.map((dialog) => speech.listTexts(dialog))
  return {
    said,
    recorded: await findRecorded(
      db,
      said.flat().flatMap(({ key }) => key ?? []),
    ),
  }
}

/** Intents with how many texts each says, and how many of them have audio. */
export async function countAudio<Row extends { dialog: BotDialog | null }>(
  db: Db,
  speech: SpeechService,
  rows: readonly Row[],
): Promise<(Row & { audio: SpeechCount })[]> {
  const { said, recorded } = await readRecorded(
    db,
    speech,
    rows.map(({ dialog }) => dialog),
  )
  const hasVoice = speech.problem === null
  return rows.map((row, index) => {
    const texts = said[index] ?? []
    const addresses = texts.filter((text) => findAddress(text, { recorded, hasVoice }) !== null)
    return { ...row, audio: { strings: texts.length, recorded: addresses.length } }
  })
}
