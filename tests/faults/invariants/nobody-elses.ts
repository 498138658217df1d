import { textOf, type Outcome } from './outcome.ts'

/** Requests that were under way when a session ended arrive a moment later, ms. */
const UNDER_WAY_MS = 1_000

/** D8: no operation and no row crosses users or environments, and no call goes out under a session that has ended. */
export function nobodyElsesRows(outcome: Outcome): string[] {
  return [
    ...checkOutboxes(outcome),
    ...checkEffects(outcome),
    ...checkRequests(outcome),
    ...checkForeign(outcome),
  ]
}

function checkOutboxes({ devices, written }: Outcome): string[] {
  return devices.flatMap(({ name, index, outboxes }) =>
    outboxes.flatMap(({ userId, operations, drafts, staged }) => {
      const names = staged.map(({ name }) => name)
      const texts = [...operations.map(textOf), ...drafts.map(({ text }) => text), ...names].join('\n')
      return written
        .filter((row) => texts.includes(row.word) && (row.userId !== userId || row.device !== index))
        .map((row) => `'${row.word}' of ${row.userId} is in the outbox of ${userId} on ${name}.`)
    }),
  )
}

function checkEffects({ effects, written }: Outcome): string[] {
  return effects.flatMap((effect) =>
    written
      .filter((row) => effect.text.includes(row.word) && row.userId !== effect.userId)
      .map((row) => `'${row.word}' of ${row.userId} was sent as ${effect.userId}.`),
  )
}

function checkRequests({ devices, ended, origin }: Outcome): string[] {
  return devices.flatMap(({ name, index, requests }) =>
    requests.flatMap((request) => {
      const call = `${name} asked for ${request.method} ${request.path}`
      if (request.origin !== origin) return [`${call} of ${request.origin}.`]
      const isRevocation = request.path === '/api/auth' && request.method === 'DELETE'
      const session = ended.find(({ device, token }) => device === index && token === request.token)
      if (!session || isRevocation || request.at <= session.at + UNDER_WAY_MS) return []
      return [`${call} ${request.at - session.at} ms after that session's end.`]
    }),
  )
}

/** Of another environment there is nothing here, although its users and chats are called the same. */
function checkForeign({ devices, effects, foreign, origin }: Outcome): string[] {
  const tokens = new Set(foreign.tokens)
  const leaks = devices.flatMap(({ name, requests, outboxes }) => [
    ...requests
      .filter(({ token }) => token !== null && tokens.has(token))
      .map(
        ({ method, path }) =>
          `${name} asked ${origin} for ${method} ${path} with a token of another environment.`,
      ),
    ...outboxes.flatMap(({ userId, operations, drafts }) => {
      const texts = [...operations.map(textOf), ...drafts.map(({ text }) => text)].join('\n')
      return listForeign(texts).map(
        (word) => `'${word}' of another environment is in the outbox of ${userId} on ${name}.`,
      )
    }),
  ])
  const said = effects.map(({ text }) => text).join('\n')
  return [
    ...leaks,
    ...listForeign(said).map((word) => `'${word}' of another environment was sent to ${origin}.`),
  ]

  function listForeign(text: string): string[] {
    return foreign.words.filter((word) => text.includes(word))
  }
}
