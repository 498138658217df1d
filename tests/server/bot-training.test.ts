import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readClassifier } from '#server/bot/classifier.ts'
import { createTrainer, type Trainer } from '#server/bot/train-in-thread.ts'
import { signIn } from '#tests/support/api-client.ts'
import { teachIntents, waitForBot } from '#tests/support/bot.ts'
import { openGuest } from '#tests/support/guest.ts'
import { createTestDatabase, startTestServer, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildTrainingWorker } from '#tests/support/worker-file.ts'

const BREAKFAST = {
  name: 'breakfast',
  isStatic: false,
  dialog: { response: 'From seven to ten.' },
  questions: ['When is breakfast?', 'Until when do you serve breakfast?', 'breakfast hours'],
}
const QUESTIONS = 1_000

describe('learning', () => {
  it('takes no time of those who wait for answers', async () => {
    const train = createTrainer(await buildTrainingWorker())
    const sets = Array.from({ length: QUESTIONS / 10 }, (_, intent) => ({
      intentId: `intent ${intent}`,
      questions: Array.from({ length: 10 }, (_, index) => `question ${index} about thing${intent}`),
    }))
    let turns = 0
    let isLearning = true
    const count = async () => {
      while (isLearning) {
        await setImmediate()
        turns += 1
      }
    }
    const counting = count()
    const learned = await train(sets, new AbortController().signal)
    isLearning = false
    await counting
    // One that was learned in this thread would leave it a turn or two.
    expect(turns).toBeGreaterThan(100)
    const classifier = await readClassifier(learned.understanding)
    expect(classifier.classify('question 3 about thing42')).toBe('intent 42')
  })

  it('ends when the server stops', async () => {
    const train = createTrainer(await buildTrainingWorker())
    const stopping = new AbortController()
    const learning = train([{ intentId: 'a', questions: ['one'] }], stopping.signal)
    stopping.abort()
    await expect(learning).rejects.toThrow('stopped')
    await expect(train([], stopping.signal)).rejects.toThrow()
  })

  it('refuses what was not learned', async () => {
    await expect(readClassifier(Buffer.from('no classifier'))).rejects.toThrow()
  })
})

describe('what was learned', () => {
  const refuse: Trainer = () => Promise.reject(new Error('is not to be learned again'))
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.remove())

  it('is kept, so that the next process answers without learning it again', async () => {
    const first = await startTestServer({ database })
    await teachIntents(first.context.store, [BREAKFAST])
    const guest = await openGuest(first.url)
    await guest.say('When is breakfast?')
    await waitForBot(guest, 1)
    await first.stop()
    const next = await startTestServer({ database, trainer: refuse })
    const other = await openGuest(next.url)
    await other.say('breakfast hours')
    expect((await waitForBot(other, 1)).map(({ text }) => text)).toEqual(['From seven to ten.'])
    await next.stop()
  })

  it('answers guests while something else is being learned, and is published as it was learned', async () => {
    const train = createTrainer(await buildTrainingWorker())
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = await startTestServer({
      database,
      trainer: async (sets, stopped) => {
        await gate
        return train(sets, stopped)
      },
    })
    const operator = await signIn(server, 'operator')
    const json = [{ text: 'morning meal', intentName: 'breakfast' }]
    expect((await operator.call('/api/luis/questions', { method: 'POST', json })).status).toBe(201)
    expect((await operator.call('/api/luis/train/', { method: 'POST' })).status).toBe(202)
    const guest = await openGuest(server.url)
    await guest.say('When is breakfast?')
    await waitForBot(guest, 1)
    release()
    await waitFor('the training', async () => {
      const { status } = await operator.call('/api/luis/publish/', { method: 'POST', json: {} })
      return status < 300
    })
    await server.stop()
    const next = await startTestServer({ database, trainer: refuse })
    const other = await openGuest(next.url)
    await other.say('morning meal')
    expect((await waitForBot(other, 1)).map(({ text }) => text)).toEqual(['From seven to ten.'])
    await next.stop()
  })
})
