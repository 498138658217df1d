import type { Outcome } from '../outcome.ts'

/** D8: nothing that was mirrored for a user is left when they have signed out; no word of theirs is anybody else's. */
export function nothingOfFormerUsers(outcome: Outcome): string[] {
  const { device, leftBehind } = outcome
  const rows = device.mirrors
    .filter((mirror) => mirror.userId !== device.signedIn && mirror.rows > 0)
    .map((mirror) => `${mirror.rows} mirrored rows of ${mirror.userId} are left.`)
  const open = device.pendingClearings > 0 ? ['A sign-out is not finished.'] : []
  const tokens = device.pendingRevocations > 0 ? ['A token is still to be revoked.'] : []
  return [...leftBehind, ...rows, ...open, ...tokens, ...findStrays(outcome), ...findForged(outcome)]
}

function findStrays({ device, userIds, written }: Outcome): string[] {
  return device.outboxes.flatMap(({ userId, operations, drafts }) =>
    written
      .filter(({ who }) => userIds[who] !== userId)
      .filter(({ word }) => [...operations, ...drafts].some(({ text }) => text.includes(word)))
      .map(({ word }) => `'${word}' is in the outbox of ${userId}, who did not write it.`),
  )
}

function findForged({ chats, userIds, written }: Outcome): string[] {
  return chats.flatMap(({ stored }) =>
    stored.flatMap(({ text, userId }) =>
      written
        .filter(({ word, who }) => text.includes(word) && userIds[who] !== userId)
        .map(({ word }) => `'${word}' was sent as ${userId}, who did not write it.`),
    ),
  )
}

/** W1 and D1: no token and no word of a guest or of staff in Cache Storage or localStorage. */
export function nothingSecretInCaches({ findings }: Outcome): string[] {
  return findings.map(({ where, what }) => `'${what}' is in ${where}.`)
}
