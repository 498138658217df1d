import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRAINING_RUNS, trainingSchema } from '#src/contract/intents.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { createPostgresDatabase, startPostgres, type TestPostgres } from '#tests/support/postgres.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { percentile } from './measure.ts'
import { runLoad, type LoadFigures } from './server-load.ts'

const INTENTS = 300
const QUESTIONS = 30
const ROUNDS = 3
const LOAD = { guests: 5, messages: 8 }
const MAX_RATIO = 1.5
const TRAINING_MS = 600_000
/** Of so many words each question is made: a hotel's, said in so many ways. */
const WORDS = 6
const VOCABULARY = 2_000

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe.each(['embedded', 'postgres'] as const)('%s', (kind) => {
  it(`guests write while ${INTENTS * QUESTIONS} questions are learned`, async () => {
    const databaseUrl = kind === 'postgres' ? (await createPostgresDatabase(postgres.url)).url : null
    const server = await startServerProcess({
      nodeFlags: [],
      env: { SEED: 'demo', ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
    })
    try {
      const operator = await signIn(server, 'operator', 'bellhop-demo')
      await teach(operator)
      await runLoad([server], LOAD)
      const alone: LoadFigures[] = []
      const beside: LoadFigures[] = []
      const seconds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        alone.push(await runLoad([server], LOAD))
        // Another question each time, so that there is something to learn.
        await ask(operator, 'intent 0', [`one more question ${round}`])
        const begun = performance.now()
        expect((await operator.call('/api/luis/train/', { method: 'POST', key: makeKey() })).status).toBe(202)
        beside.push(await runLoad([server], LOAD))
        await waitFor('the training to end', async () => !(await isTraining(operator)), TRAINING_MS)
        seconds.push((performance.now() - begun) / 1_000)
      }
      const median = (figures: LoadFigures[], read: (figure: LoadFigures) => number) =>
        percentile(figures.map(read), 0.5)
      const readP95 = ({ consoleP95Ms }: LoadFigures) => consoleP95Ms
      const ratio = median(beside, readP95) / median(alone, readP95)
      process.stdout.write(
        `${kind}: a guest's message at a console, p95 ${median(alone, readP95).toFixed(1)} ms, ` +
          `while training ${median(beside, readP95).toFixed(1)} ms: ${ratio.toFixed(2)} times (at most ${MAX_RATIO}); ` +
          `${INTENTS * QUESTIONS} questions are learned within ${percentile(seconds, 0.5).toFixed(0)} s\n`,
      )
      expect.soft(ratio, 'while training').toBeLessThanOrEqual(MAX_RATIO)
    } finally {
      await server.remove()
    }
  })
})

async function teach(operator: Client): Promise<void> {
  for (let intent = 0; intent < INTENTS; intent += 1) {
    const name = `intent ${intent}`
    await operator.call('/api/luis/intents/', { method: 'POST', json: { name }, key: makeKey() })
    await ask(
      operator,
      name,
      Array.from({ length: QUESTIONS }, (_, index) => makeQuestion(intent * QUESTIONS + index)),
    )
  }
}

async function ask(operator: Client, intentName: string, texts: readonly string[]): Promise<void> {
  const json = texts.map((text) => ({ text, intentName }))
  const asked = await operator.call('/api/luis/questions', { method: 'POST', json, key: makeKey() })
  expect(asked.status).toBe(201)
}

function makeQuestion(number: number): string {
  const words = Array.from(
    { length: WORDS },
    (_, index) => `w${(number * 31 + index * index * 577 + index) % VOCABULARY}`,
  )
  return `where is the ${words.join(' ')} ${number}`
}

async function isTraining(operator: Client): Promise<boolean> {
  const training = v.parse(trainingSchema, (await operator.call('/api/luis/train/')).body)
  return training.some(({ details }) => TRAINING_RUNS.includes(details.status))
}
