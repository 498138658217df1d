import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useEffect, useId, useState } from 'react'
import type { Intent } from '#src/contract/intents.ts'
import { isSpeakable, listSpokenTexts } from '#src/domain/speech/spoken-words.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { EDITOR_SPEECH_POLL_MS, useIsSaved, usePreviewFetch, useSpeechStatus } from '../online-queries.ts'
import { describeAudio, type DescribedAudio } from './describe-audio.ts'
import { openSound } from './open-sound.ts'
import { createPreviewPlayer, type PreviewState } from './preview-player.ts'
import styles from './speech.module.css'
import { PREVIEW_ZONES } from './time-zones.ts'
import { useSettled } from './use-settled.ts'

/** After the last key it is asked whether there is audio of the words (specification section 9), ms. */
const AUDIO_CHECK_MS = 500

interface SpeechSectionProps {
  /** Null: it is not added yet. */
  intent: Intent | null
  /** The response as it stands in the form. */
  words: string
  /** Why nothing can be asked of the environment just now; null: it can. */
  readOnly: string | null
}

/** Whether what the intent says has audio, and how the response sounds (specification section 2, Intents). */
export function SpeechSection({ intent, words, readOnly }: SpeechSectionProps) {
  const saved = listSpokenTexts(intent?.dialog?.config ?? { response: '' })
  const { status } = useSpeechStatus(intent?.id ?? null, saved, EDITOR_SPEECH_POLL_MS)
  const settled = useSettled(words, AUDIO_CHECK_MS)
  const isSaved = useIsSaved(settled, status)
  const described = describeAudio({ words: settled, isNew: intent === null, status, isSaved })
  return (
    <section className={styles.section} aria-label="Audio">
      <Status described={described} />
      {status?.problem === undefined && <Preview words={words} readOnly={readOnly} />}
    </section>
  )
}

function Status({ described }: { described: DescribedAudio | null }) {
  const isQuiet = described?.tone === 'none' || described?.tone === 'mute'
  return (
    <div className={styles.status}>
      <p role="status" data-tone={described?.tone}>
        {described && <Icon name={isQuiet ? 'soundOff' : 'sound'} size={18} />}
        {described && <span>{described.sentence}</span>}
      </p>
      {described?.reason != null && <p className={styles.reason}>{described.reason}</p>}
    </div>
  )
}

function Preview({ words, readOnly }: { words: string; readOnly: string | null }) {
  const id = useId()
  const fetchPreview = usePreviewFetch()
  const [player] = useState(() => createPreviewPlayer(fetchPreview, openSound))
  const [timeZone, setTimeZone] = useState<string>(PREVIEW_ZONES[0].value)
  const state = useStore(player.state)
  useEffect(() => () => player.stop(), [player])
  const why = isSpeakable(words) ? readOnly : 'There is nothing to say yet.'
  return (
    <>
      <div className={styles.preview}>
        <label htmlFor={id}>Time zone</label>
        <NativeSelect
          id={id}
          value={timeZone}
          onChange={({ currentTarget }) => {
            player.stop()
            setTimeZone(currentTarget.value)
          }}
        >
          {PREVIEW_ZONES.map(({ label, value }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <PlayButton
          state={state}
          why={why}
          onClick={() => player.toggle({ words: words.trim(), timeZone })}
        />
      </div>
      {state.kind === 'stopped' && state.problem !== null && (
        <p role="alert" className={styles.problem}>
          {state.problem}
        </p>
      )}
    </>
  )
}

const LOOKS = {
  stopped: { icon: 'play', words: 'Play' },
  loading: { icon: 'close', words: 'Loading…' },
  playing: { icon: 'pause', words: 'Stop' },
} as const

interface PlayButtonProps {
  state: PreviewState
  /** Why nothing can be played; null: it can. */
  why: string | null
  onClick(): void
}

function PlayButton({ state: { kind }, why, onClick }: PlayButtonProps) {
  const { icon, words } = LOOKS[kind]
  return (
    <Button
      className={styles.play}
      data-state={kind}
      aria-busy={kind === 'loading'}
      disabled={kind === 'stopped' && why !== null}
      title={why ?? undefined}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
      <span>{words}</span>
    </Button>
  )
}
