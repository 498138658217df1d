import { createHash } from 'node:crypto'
import { fillTime, listSpokenTexts, saysTime, tidyWords } from '#src/domain/speech/spoken-words.ts'
import type { Settings } from '../settings-types.ts'
import { lockConfiguration } from '../store/configuration/audit.ts'
import type { BotDialog } from '../store/bot/dialog.ts'
import { readSaidDialogs } from '../store/speech/said-dialogs.ts'
import { deleteUnsaid, findRecorded, keepAudio } from '../store/speech/speech-audio.ts'
import { enqueuePatiently, enqueueRecording } from '../store/speech/recordings.ts'
import type { Store, Tx } from '../store/store.ts'
import { chooseVoice, type ChosenVoice, type SpeechOptions } from './choose-voice.ts'
import { SpeechError, type Synthesiser } from './synthesiser.ts'

/** Not at once: people wait for a start. */
const FIRST_AFTER_MS = 2_000

/** A text of a dialog, with the key of its audio; null: it is never recorded, because it says another time each time. */
export interface SpokenText {
  text: string
  key: string | null
}

/** Speech of a running server. */
export class SpeechService {
  readonly #store: Store
  readonly #voice: ChosenVoice
  readonly #hotelTimeZone: string

  constructor(store: Store, settings: Settings, options?: SpeechOptions) {
    this.#store = store
    this.#voice = chooseVoice(settings, options)
    this.#hotelTimeZone = settings.hotelTimeZone
  }

  /** Why nothing can be said here, in a sentence; null: it can. */
  get problem(): string | null {
    return 'problem' in this.#voice ? this.#voice.problem : null
  }

  /** What a dialog says. Without a voice nothing has a key. */
  listTexts(dialog: Pick<BotDialog, 'response' | 'choices'> | null): SpokenText[] {
    const texts = dialog === null ? [] : listSpokenTexts(dialog)
    return texts.map((text) => ({ text, key: this.createKey(text) }))
  }

  /** Under which a text's audio is kept; null where it can't be. */
  createKey(text: string): string | null {
    if ('problem' in this.#voice || saysTime(text)) return null
    const { voice } = this.#voice.synthesiser
    return createHash('sha256')
      .update(JSON.stringify([voice, tidyWords(text)]))
      .digest('hex')
  }

  /**
   * An MP3 of a text as it is said now in a zone, the hotel's if none is given. Throws SpeechError where there is no voice, or
   * it fails.
   */
  async speak(text: string, stopped: AbortSignal, timeZone = this.#hotelTimeZone): Promise<Uint8Array> {
    return this.#getSynthesiser().speak(fillTime(tidyWords(text), new Date(), timeZone), stopped)
  }

  /** Has what an intent says recorded, by the transaction that changes it; nothing without a voice. */
  async enqueue(tx: Tx, intentId: string): Promise<void> {
    if (this.problem === null) await enqueueRecording(tx, intentId)
  }

  /** Has recorded what is not yet: of a new hotel everything, after a change of the voice too. */
  async enqueueMissing(): Promise<void> {
    if (this.problem !== null) return
    await this.#store.transact(async (tx) => {
      await lockConfiguration(tx)
      const said = (await readSaidDialogs(tx)).map(({ id, dialog }) => ({ id, keys: this.#listKeys(dialog) }))
      const recorded = await findRecorded(
        tx,
        said.flatMap(({ keys }) => keys),
      )
      for (const { id, keys } of said) {
        if (keys.some((key) => !recorded.has(key))) await enqueuePatiently(tx, id, FIRST_AFTER_MS)
      }
    })
  }

  /** Keeps what was said for a preview where a dialog says it too. */
  async keepIfSaid(key: string, mp3: Uint8Array): Promise<void> {
    const said = await readSaidDialogs(this.#store.db)
    if (said.some(({ dialog }) => this.#listKeys(dialog).includes(key)))
      await keepAudio(this.#store.db, key, mp3)
  }

  /** Removes what no dialog says any more. Without a voice nobody knows what that is. */
  async prune(): Promise<void> {
    if (this.problem !== null) return
    await this.#store.transact(async (tx) => {
      // Nobody begins to say it again meanwhile.
      await lockConfiguration(tx)
      const said = await readSaidDialogs(tx)
      await deleteUnsaid(
        tx,
        said.flatMap(({ dialog }) => this.#listKeys(dialog)),
      )
    })
  }

  async stop(): Promise<void> {
    if (!('problem' in this.#voice)) await this.#voice.synthesiser.stop()
  }

  #listKeys(dialog: BotDialog | null): string[] {
    return this.listTexts(dialog).flatMap(({ key }) => key ?? [])
  }

  #getSynthesiser(): Synthesiser {
    if ('problem' in this.#voice) throw new SpeechError(this.#voice.problem)
    return this.#voice.synthesiser
  }
}
