import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { isBlank } from '#src/domain/text/blank.ts'
import { use, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { BOT_EXTRAS } from '#src/contract/capabilities.ts'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import type { SentenceReading } from '#src/contract/try-sentence.ts'
import { nameLocale } from '#src/domain/translations/name-locale.ts'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import { toInput } from '#src/ui/to-input.ts'
import { useTry, type Tried } from './online-queries.ts'
import styles from './try-it.module.css'

interface TryItProps {
  /** The intent that is edited: it is marked among what a sentence may mean. */
  intentId: string
  /** Why nothing can be asked just now, in words; null: it can. */
  readOnly: string | null
}

/**
 * Try it: what the bot would take a sentence for, with the questions as they are saved and as they are published, and what a
 * guest would read. Nothing where the environment does not offer it.
 */
export function TryIt(props: TryItProps) {
  const { bot } = useStore(use(CapabilitiesContext))
  return bot.includes(BOT_EXTRAS.try) ? <TryBox {...props} /> : null
}

function TryBox({ intentId, readOnly }: TryItProps) {
  const id = useId()
  const tryText = useTry()
  const [text, setText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (isBlank(text) || readOnly !== null) return
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    setAsking(true)
    const answered = await tryText(text, signal)
    if (signal.aborted) return
    setAsking(false)
    setTried(answered)
  }

  return (
    <section className={styles.box} aria-labelledby={id}>
      <h2 id={id}>Try it</h2>
      <form className={styles.form} onSubmit={(event) => void ask(event)}>
        <TextInput
          {...toInput({ dir: 'auto' })}
          aria-label="A guest’s sentence"
          placeholder="What a guest might write"
          maxLength={MAX_MESSAGE_CHARS}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={isBlank(text) || readOnly !== null} aria-busy={isAsking}>
          {isAsking ? 'Asking…' : 'Try'}
        </Button>
      </form>
      <p className={styles.note}>
        {readOnly ?? 'With the saved questions and answers. Nothing of it reaches a guest.'}
      </p>
      <div role="status" className={styles.result}>
        {tried !== null && <Result tried={tried} intentId={intentId} />}
      </div>
    </section>
  )
}

function Result({ tried, intentId }: { tried: Tried; intentId: string }) {
  if (tried.kind === 'failed') return <p className={styles.problem}>{tried.message}</p>
  const { text, value } = tried
  const { draft, problem, published, language } = value
  return (
    <>
      <p>
        <q dir="auto">{text}</q>
        {language !== null && <span className={styles.note}>{` ${nameLocale(language)}`}</span>}
      </p>
      <div className={styles.readings}>
        <Reading title="With the questions as they are" {...{ reading: draft, problem, intentId }} />
        <Reading
          title="As published"
          reading={published}
          problem={published === null ? 'Nothing is published yet.' : null}
          intentId={intentId}
        />
      </div>
    </>
  )
}

interface ReadingProps {
  title: string
  reading: SentenceReading | null
  problem: string | null
  intentId: string
}

function Reading({ title, reading, problem, intentId }: ReadingProps) {
  if (reading === null) {
    return (
      <div className={styles.reading}>
        <h3>{title}</h3>
        <p className={styles.problem}>{problem}</p>
      </div>
    )
  }
  const { ranked, intentId: taken, answer } = reading
  return (
    <div className={styles.reading}>
      <h3>{title}</h3>
      <ol className={styles.ranked}>
        {ranked.map((found) => (
          <li key={found.intentId} data-taken={found.intentId === taken || undefined}>
            <span className={styles.name}>
              <bdi>{found.name}</bdi>
              {found.intentId === intentId && <span className={styles.note}> this one</span>}
            </span>
            <meter min={0} max={1} value={found.score} aria-label={`likeness to ${found.name}`} />
            <span className={styles.score}>{`${Math.round(found.score * 100)} %`}</span>
          </li>
        ))}
      </ol>
      <p>{describeTaken(reading)}</p>
      <ul className={styles.answer} aria-label="What a guest would read">
        {answer.map((line, index) => (
          // The bot may say the same twice.
          <li key={index} data-kind={line.kind}>
            <span dir="auto">{line.text}</span>
            {line.choices.length > 0 && (
              <span className={styles.choices}>
                {line.choices.map((choice) => (
                  <span key={choice} dir="auto">
                    {choice}
                  </span>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function describeTaken({ ranked, intentId }: SentenceReading): string {
  if (intentId === null) return 'Not sure enough of any of them, so it says:'
  const name = ranked.find((found) => found.intentId === intentId)?.name
  return name === undefined ? 'It says:' : `Taken for ${name}, so it says:`
}
