import type { CampaignPreview, CampaignSample } from '#src/contract/campaigns.ts'
import { nameChannel } from '#src/domain/campaigns/channels.ts'
import styles from './campaigns.module.css'
import { describeTestUsers } from './describe-run.ts'
import {
  countGuests,
  describeByChannel,
  describeLeftOut,
  describeParts,
  describeWait,
  listReasons,
} from './words.ts'

interface RunPreviewProps {
  /** Undefined while it is being read. */
  preview: CampaignPreview | undefined
}

/** Whom a run would reach and by what, who is left out and why, and what they would read. */
export function RunPreview({ preview }: RunPreviewProps) {
  if (preview === undefined) {
    return (
      <p className={styles.note} role="status" aria-busy="true">
        Counting the guests…
      </p>
    )
  }
  const { recipients, byChannel, leftOut, samples, problem, waitsUntil } = preview
  const channels = describeByChannel(byChannel)
  const reasons = listReasons(leftOut, describeLeftOut)
  return (
    <>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <div>
        <p className={styles.number}>{recipients === 0 ? 'Nobody' : countGuests(recipients)}</p>
        {channels !== '' && <p className={styles.note}>{channels}</p>}
        {waitsUntil !== null && recipients > 0 && <p className={styles.note}>{describeWait(waitsUntil)}</p>}
        <p className={styles.note}>{describeTestUsers(preview)}</p>
      </div>
      {reasons.length > 0 && (
        <div>
          <h3>Left out</h3>
          <ul className={styles.reasons}>
            {reasons.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {samples.length > 0 && (
        <div>
          <h3>What they read</h3>
          <ul className={styles.samples}>
            {samples.map((sample, index) => (
              // Two guests of one name may read the same.
              <Sample key={index} sample={sample} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Sample({ sample: { guest, channel, text, parts } }: { sample: CampaignSample }) {
  const words = [`by ${nameChannel(channel)}`, describeParts(parts)].filter(Boolean).join(', ')
  return (
    <li className={styles.sample}>
      <span className={styles.to}>
        <bdi>{guest}</bdi>
        <span>{` ${words}`}</span>
      </span>
      <p dir="auto">{text}</p>
    </li>
  )
}
