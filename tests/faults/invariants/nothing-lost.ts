import { countArrivals, findWaiting, type Outcome } from './outcome.ts'

/**
 * D1, O1 and O7: whatever somebody was told is kept is a draft, waits in the outbox, has arrived, or went by their word. A draft that
 * became an operation is no draft any more. A file that waits has its bytes, and bytes are there for nothing else.
 */
export function nothingWrittenIsLost(outcome: Outcome): string[] {
  return [...checkWritten(outcome), ...checkBytes(outcome)]
}

function checkWritten(outcome: Outcome): string[] {
  return outcome.written.flatMap((written) => {
    const outbox = outcome.devices[written.device]?.outboxes.find(({ userId }) => userId === written.userId)
    const { drafts = [], staged = [] } = outbox ?? {}
    const drafted = [...drafts.map(({ text }) => text), ...staged.map(({ name }) => name)]
    const isDraft = drafted.some((text) => text.includes(written.word))
    const isWaiting = findWaiting(outcome, written) !== undefined
    if (isDraft && isWaiting && written.again === 0)
      return [`'${written.word}' is a draft and waits in the outbox at the same time.`]
    if (!written.isPromised || written.mayBeGone) return []
    if (isDraft || isWaiting || countArrivals(outcome, written) > 0) return []
    return [`'${written.word}' of ${written.userId} on device ${written.device} is lost.`]
  })
}

function checkBytes({ devices }: Outcome): string[] {
  return devices.flatMap(({ name, outboxes }) =>
    outboxes.flatMap(({ userId, operations, staged, bytes }) => {
      const uploads = operations.filter(({ kind }) => kind === 'upload')
      const owners = new Set([...uploads, ...staged].map(({ id }) => id))
      const without = [...owners].filter((id) => !bytes.includes(id))
      const orphans = bytes.filter((id) => !owners.has(id))
      return [
        ...without.map((id) => `The bytes of ${id} of ${userId} on ${name} are lost.`),
        ...orphans.map((id) => `${name} keeps the bytes of ${id} of ${userId}, which is gone.`),
      ]
    }),
  )
}
