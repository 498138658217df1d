import type { Ended } from '../model/ledger.ts'
import { liveUser, type DeviceReading, type Outcome, type OutboxReading } from './outcome.ts'

const SECRET = /secret-token/
const WORDS = /guestword\d|staffword\d/

/**
 * D8 and the logger's rule: a sign-out leaves nothing of what was mirrored, no token, and of the outbox only what its owner keeps,
 * or has given to a tab that had not heard of the end yet; no log has a token or a word of a guest or of staff.
 */
export function nothingSecretLeftBehind(outcome: Outcome): string[] {
  return [...outcome.devices.flatMap((device) => checkDevice(outcome, device)), ...checkLogs(outcome)]
}

function checkDevice(outcome: Outcome, device: DeviceReading): string[] {
  const { name, index, session, mirrors, outboxes } = device
  const gone = outcome.ended.filter((each) => each.device === index && each.userId !== liveUser(device))
  const left = gone.flatMap((end, place) => {
    const { userId, choice, epoch } = end
    const isLast = !gone.slice(place + 1).some((later) => later.userId === userId)
    const isBack = session?.user?.id === userId
    if (!isLast || isBack) return []
    const mirror = mirrors.find((each) => each.userId === userId)
    // Signed in again since, and not out: another sign-in that came late took the device over, as after a 401 (D8).
    if (mirror && mirror.epoch > epoch + 1) return []
    const rows = mirror?.rows ?? 0
    const kept = choice === 'discard' ? countDiscarded(end, outboxes) : 0
    return [
      ...(rows > 0 ? [`${name} keeps ${rows} mirrored rows of ${userId}, who has signed out.`] : []),
      ...(kept > 0 ? [`${name} keeps ${kept} rows that ${userId} discarded.`] : []),
    ]
  })
  // What was interrupted goes on with the next start, or when somebody comes back.
  if (device.pendingClearings > 0 && !outcome.hasReturned) return []
  const open = device.pendingClearings > 0 ? [`${name} has a sign-out that is not finished.`] : []
  const tokens = session?.status === 'signed-out' && session.token ? [`${name} keeps a token.`] : []
  const unrevoked = device.pendingRevocations > 0 ? [`${name} still has a token to be revoked.`] : []
  return [...left, ...open, ...tokens, ...unrevoked]
}

/** Rows that were there when their owner said 'discard', and are as they were. A draft that was typed on is another one. */
function countDiscarded({ userId, unsent }: Ended, outboxes: readonly OutboxReading[]): number {
  const { operations = [], drafts = [], staged = [] } = outboxes.find((each) => each.userId === userId) ?? {}
  const isSame = ({ id }: { id: string }, had: readonly { id: string }[]) =>
    had.some((each) => each.id === id)
  return [
    ...operations.filter((operation) => isSame(operation, unsent.operations)),
    ...staged.filter((file) => isSame(file, unsent.staged)),
    ...drafts.filter(({ text }) => unsent.drafts.some((draft) => draft.text === text)),
  ].length
}

function checkLogs({ logs }: Outcome): string[] {
  return logs
    .filter((line) => SECRET.test(line) || WORDS.test(line))
    .map((line) => `A log says what it must not: ${line.slice(0, 200)}`)
}
