import { describe, expect, it } from 'vitest'
import { createIntentWrites } from '#src/features/intents/intent-writes.ts'
import { createFakeSteps, makeIntent } from './intents.ts'

const REFUSED = { kind: 'refused', message: 'Not like this.' } as const
const LOST = { kind: 'unreachable', message: 'No answer.' } as const
const VALUES = {
  name: ' sauna ',
  type: 'message',
  response: 'On the roof.',
  newQuestions: ['a sauna?', 'steam'],
}

describe('a new intent', () => {
  it('is added, then its questions, then what the bot says; the question that is being typed goes too', async () => {
    const steps = createFakeSteps()
    const result = await createIntentWrites(steps).create(VALUES)
    expect(result).toMatchObject({ kind: 'done', row: { id: 'i1', name: 'sauna' } })
    expect(steps.log).toEqual([
      'create sauna',
      'ask ["a sauna?","steam"]',
      'dialog any',
      'read i1',
      'put i1 a sauna?,steam',
    ])
  })

  it('whose name is refused is not there, and is tried from the beginning', async () => {
    const steps = createFakeSteps()
    steps.fail('create', REFUSED)
    const writes = createIntentWrites(steps)
    expect(await writes.create(VALUES)).toEqual(REFUSED)
    expect(await writes.create(VALUES)).toMatchObject({ kind: 'done' })
    expect(steps.log.filter((call) => call.startsWith('create'))).toHaveLength(2)
  })

  it.each([
    ['ask', REFUSED, ['ask ["a sauna?","steam"]', 'dialog any']],
    ['dialog', LOST, ['dialog any']],
  ])('of which a later step fails (%s) stands, and goes on from there', async (step, failure, rest) => {
    const steps = createFakeSteps()
    steps.fail(step, failure)
    const writes = createIntentWrites(steps)
    const result = await writes.create(VALUES)
    expect(result.kind).toBe(failure.kind)
    expect(result).toHaveProperty(
      'message',
      expect.stringMatching(/save again, and only what is missing is sent/),
    )
    expect(result).toHaveProperty('message', expect.stringContaining(failure.message))
    steps.log.length = 0
    expect(await writes.create(VALUES)).toMatchObject({ kind: 'done' })
    expect(steps.log.slice(0, rest.length)).toEqual(rest)
  })

  it('takes what was changed after the step that failed: its name, a question less and one more', async () => {
    const steps = createFakeSteps()
    steps.fail('dialog', REFUSED)
    const writes = createIntentWrites(steps)
    await writes.create(VALUES)
    steps.log.length = 0
    await writes.create({ ...VALUES, name: 'spa', newQuestions: ['a sauna?', 'hot', ''] })
    expect(steps.log.slice(0, 4)).toEqual(['rename any spa', 'unask q-steam', 'ask ["hot"]', 'dialog any'])
    expect(steps.intents.get('i1')?.questions.map(({ text }) => text)).toEqual(['a sauna?', 'hot'])
    expect(steps.intents.size).toBe(1)
  })

  it('that somebody deleted meanwhile is added anew with the next saving', async () => {
    const steps = createFakeSteps()
    steps.fail('dialog', { kind: 'gone' })
    const writes = createIntentWrites(steps)
    expect(await writes.create(VALUES)).toMatchObject({ kind: 'refused' })
    steps.log.length = 0
    await writes.create(VALUES)
    expect(steps.log[0]).toBe('create sauna')
  })

  it('of which a step is refused because it is gone is added anew too', async () => {
    const steps = createFakeSteps()
    steps.fail('ask', REFUSED)
    steps.fail('read', { kind: 'gone' })
    const writes = createIntentWrites(steps)
    expect(await writes.create(VALUES)).toHaveProperty(
      'message',
      expect.stringMatching(/^Somebody else has deleted it/),
    )
    steps.log.length = 0
    await writes.create(VALUES)
    expect(steps.log[0]).toBe('create sauna')
  })
})

describe('an intent that is there', () => {
  const intent = makeIntent('i1', { name: 'pool', etag: 'v1' })

  it('is renamed only where its name changed, then saved on its newest version, then read', async () => {
    const steps = createFakeSteps(intent)
    const { update } = createIntentWrites(steps)
    await update(intent, { response: 'Until ten.' })
    expect(steps.log).toEqual(['dialog v1', 'read i1', 'put i1 '])
    steps.log.length = 0
    const second = createFakeSteps(intent)
    await createIntentWrites(second).update(intent, { name: 'the pool', response: 'Until ten.' })
    expect(second.log.slice(0, 2)).toEqual(['rename v1 the pool', 'dialog v1+'])
  })

  it.each([REFUSED, { kind: 'gone' as const }])(
    'is saved no further where its name is %j',
    async (answer) => {
      const steps = createFakeSteps(intent)
      steps.fail('rename', answer)
      expect(await createIntentWrites(steps).update(intent, { name: 'the pool' })).toEqual(answer)
      expect(steps.log).toHaveLength(1)
    },
  )

  it('takes the questions that are not there yet with it; where they fail the rest is saved, and is said to be', async () => {
    const steps = createFakeSteps(intent)
    const { update } = createIntentWrites(steps)
    steps.fail('ask', REFUSED)
    expect(await update(intent, { response: 'Until ten.', newQuestions: ['how warm', ''] })).toEqual({
      kind: 'refused',
      message: 'Everything else is saved. Error while creating the new questions: Not like this.',
    })
    steps.fail('ask', REFUSED)
    expect(await update(intent, { newQuestions: ['how warm', ''] })).toEqual({
      kind: 'refused',
      message: 'Error while creating the new questions: Not like this.',
    })
    steps.log.length = 0
    const result = await update(intent, { newQuestions: ['how warm', ''] })
    expect(steps.log[0]).toBe('ask ["how warm"]')
    expect(result).toMatchObject({ kind: 'done', row: { questions: [{ text: 'how warm' }] } })
  })

  it('that can’t be read after it was saved is as it was answered', async () => {
    const steps = createFakeSteps(intent)
    steps.fail('read', LOST)
    const result = await createIntentWrites(steps).update(intent, { name: 'the pool' })
    expect(result).toMatchObject({ kind: 'done', row: { name: 'the pool', etag: 'v1++' } })
  })
})
