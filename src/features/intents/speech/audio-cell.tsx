import type { Intent } from '#src/contract/intents.ts'
import { countSpeech } from '#src/contract/speech.ts'
import { listSpokenTexts } from '#src/domain/speech/spoken-words.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LIST_SPEECH_POLL_MS, useSpeechStatus } from '../online-queries.ts'
import { AUDIO_WORDS, readShare } from './describe-audio.ts'
import styles from './speech.module.css'

/** How much of what an intent says has audio: what its row says, or what the environment says when it is asked. */
export function AudioCell({ intent }: { intent: Intent }) {
  return intent.audio ? <Share counted={intent.audio} /> : <AskedShare intent={intent} />
}

function AskedShare({ intent }: { intent: Intent }) {
  const words = listSpokenTexts(intent.dialog?.config ?? { response: '' })
  const { status } = useSpeechStatus(words.length > 0 ? intent.id : null, words, LIST_SPEECH_POLL_MS)
  if (words.length === 0) return <Share counted={{ strings: 0, recorded: 0 }} />
  return status ? <Share counted={countSpeech(status)} /> : <span className={styles.share}>…</span>
}

function Share({ counted }: { counted: NonNullable<Intent['audio']> }) {
  const share = readShare(counted)
  const { short, sentence } = AUDIO_WORDS[share]
  return (
    <span className={styles.share} data-tone={share} title={sentence}>
      {share !== 'nothing' && <Icon name={share === 'none' ? 'soundOff' : 'sound'} size={16} />}
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{sentence}</span>
    </span>
  )
}

/** In words, for the search, the order and the export. */
export function nameShare({ audio }: Intent): string {
  return audio ? AUDIO_WORDS[readShare(audio)].short : ''
}
