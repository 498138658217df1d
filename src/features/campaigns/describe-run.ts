import type { CampaignPreview } from '#src/contract/campaigns.ts'
import type { RunStart } from './run-controller.ts'
import { countGuests } from './words.ts'

interface RunQuestion {
  readOnly: string | null
  /** Undefined while it is being read, or where it is not offered. */
  preview: CampaignPreview | undefined
  hasPreview: boolean
  isForTestUsers: boolean
}

/** Why a run can't be started just now, in words; null: it can. */
export function explainNoRun({ readOnly, preview, hasPreview, isForTestUsers }: RunQuestion): string | null {
  if (readOnly !== null) return readOnly
  if (!hasPreview) return null
  if (preview === undefined) return 'It is not known yet whom it reaches.'
  if (preview.problem !== null) return preview.problem
  if (isForTestUsers) return preview.testUsers === 0 ? 'It would reach no test user.' : null
  return preview.recipients === 0 ? 'It would reach nobody.' : null
}

/** The button that says yes, with the number that it is about: `Send to 214 guests`. */
export function nameRunButton(preview: CampaignPreview | undefined, hasPreview: boolean): string {
  if (!hasPreview) return 'Run now'
  return preview === undefined ? 'Send' : `Send to ${countGuests(preview.recipients)}`
}

/** Whom `Send to test users first` is about. */
export function describeTestUsers({ testUsers }: CampaignPreview): string {
  if (testUsers === 0)
    return 'It would reach no test user: choose them under Test users, and send to them first.'
  return `${testUsers} ${testUsers === 1 ? 'test user' : 'test users'} can be sent it first.`
}

/** What became of it; empty before it was asked for. */
export function describeStarted(start: RunStart): string {
  switch (start.kind) {
    case 'asked':
      return ''
    case 'starting':
      return 'Starting…'
    case 'failed':
      return `Not started. ${start.message}`
    case 'started': {
      const { recipients, testUsersOnly } = start
      if (testUsersOnly) {
        const count = recipients === null ? '' : ` ${recipients}`
        return `On its way to${count} ${recipients === 1 ? 'test user' : 'test users'}. Look at what they got, then send it to the guests.`
      }
      return recipients === null ? 'On its way.' : `On its way to ${countGuests(recipients)}.`
    }
  }
}
