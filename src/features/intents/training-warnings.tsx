import { Link } from '@tanstack/react-router'
import type { Intent } from '#src/contract/intents.ts'
import { useTrainingWarnings } from './online-queries.ts'
import styles from './training-warnings.module.css'

/** So many are shown at first; more than that are seldom read at once. */
const SHOWN = 5

/** What the last training could not tell apart, each with the way to the intent that has the question. */
export function TrainingWarnings({ intents }: { intents: readonly Intent[] | undefined }) {
  const warnings = useTrainingWarnings()
  if (warnings.length === 0 || intents === undefined) return null
  const names = new Map(intents.map(({ id, name }) => [id, name]))
  const entries = warnings.map(({ intentId, warning: { question, otherId, otherName, kind } }) => (
    <li key={`${intentId} ${question}`}>
      <q dir="auto">{question}</q>
      <span>{' of '}</span>
      <IntentLink id={intentId} name={names.get(intentId) ?? 'an intent'} />
      <span>{kind === 'same' ? ' is also a question of ' : ' reads more like '}</span>
      <IntentLink id={otherId} name={names.get(otherId) ?? otherName} />
    </li>
  ))
  return (
    <details className={styles.box} open={warnings.length <= SHOWN}>
      <summary>
        {`${warnings.length === 1 ? '1 question is' : `${warnings.length} questions are`} hard to ` +
          'tell apart'}
      </summary>
      <ul>{entries}</ul>
    </details>
  )
}

function IntentLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/intents/edit/$id" params={{ id }}>
      <bdi>{name}</bdi>
    </Link>
  )
}
