import type { CampaignRun } from '#src/contract/campaigns.ts'
import { formatCount } from '#src/lib/format-count.ts'
import { describeLeftOut, isRunning, listReasons } from './words.ts'

const MISSED = 'Its time passed while the environment was not running: nothing was sent.'

export interface RunFigure {
  name: string
  count: number
}

/** Who or what started a run: `By its time`, `Run by Maria`, `Run by Maria for test users`. */
export function describeCause({ startedBy, testUsersOnly }: CampaignRun): string {
  const who = startedBy === null ? 'By its time' : `Run by ${startedBy}`
  return testUsersOnly ? `${who} for test users` : who
}

/** A run's figures in the order in which they come to be. What is nothing is only there where its being nothing says something. */
export function listFigures(run: CampaignRun): RunFigure[] {
  const figures: (RunFigure & { isAlways?: boolean })[] = [
    { name: 'Planned', count: run.planned, isAlways: true },
    { name: 'Waiting', count: run.waiting },
    { name: 'Sent', count: run.sent, isAlways: true },
    { name: 'Delivered', count: run.delivered, isAlways: true },
    { name: 'Failed', count: run.failed },
    { name: 'Replied', count: run.replied },
    { name: 'Wrote STOP', count: run.stopped },
    { name: 'In doubt', count: run.doubtful.length },
    { name: 'Left out', count: countAll(run.leftOut) },
  ]
  return figures
    .filter(({ count, isAlways = false }) => isAlways || count > 0)
    .map(({ name, count }) => ({ name, count }))
}

/** What is to be said of a run in sentences: that it was missed, why some failed or were left out, and who is in doubt. */
export function listRemarks(run: CampaignRun): { key: string; words: string; isBad: boolean }[] {
  const remarks = [
    { key: 'missed', words: run.state === 'missed' ? MISSED : '', isBad: true },
    { key: 'failed', words: join('Failed', describeFailures(run)), isBad: true },
    { key: 'doubtful', words: describeDoubtful(run), isBad: true },
    {
      key: 'left-out',
      words: join('Left out', listReasons(run.leftOut, describeLeftOut).join('; ')),
      isBad: false,
    },
  ]
  return remarks.filter(({ words }) => words !== '')
}

export function describeFailures({ failures }: CampaignRun): string {
  return listReasons(failures, (reason) => reason).join('; ')
}

/** Guests of whom nobody knows whether it reached them, by their names. */
function describeDoubtful({ doubtful }: CampaignRun): string {
  if (doubtful.length === 0) return ''
  return `It is not known whether it reached ${doubtful.join(', ')}. It is not sent to them again.`
}

/** How far a run is, for whoever does not see the figures move: `120 of 214 sent`. */
export function describeProgress(run: CampaignRun): string {
  return isRunning(run) ? `${formatCount(run.planned - run.waiting)} of ${formatCount(run.planned)} sent` : ''
}

export function countAll(reasons: readonly { guests: number }[]): number {
  return reasons.reduce((sum, { guests }) => sum + guests, 0)
}

function join(name: string, words: string): string {
  return words === '' ? '' : `${name}: ${words}.`
}
