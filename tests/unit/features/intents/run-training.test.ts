import { describe, expect, it } from 'vitest'
import type { Training } from '#src/contract/intents.ts'
import { trainAndPublish, TRAINING_POLL_MS, type Called } from '#src/features/intents/run-training.ts'

const RUNNING = ['Queued', 'InProgress']
const DONE: Called<unknown> = { kind: 'done', value: null }

/** The environment's answers in their order, and what was asked of it. */
function open(answers: {
  start?: Called<unknown>
  reads?: (Called<Training> | string[])[]
  publish?: Called<unknown>
}) {
  const log: string[] = []
  const leaving = new AbortController()
  const reads = [...(answers.reads ?? [['Success']])]
  const run = () =>
    trainAndPublish(
      {
        start: () => note('train', answers.start ?? DONE),
        read: () => note('look', toRows(reads.shift() ?? [])),
        publish: () => note('publish', answers.publish ?? DONE),
      },
      {
        nameOf: (id) => (id === 'i1' ? 'breakfast' : null),
        running: RUNNING,
        wait: async (ms) => void log.push(`wait ${ms}`),
        signal: leaving.signal,
        onStep: (step) => void log.push(step),
      },
    )
  async function note<T>(call: string, answer: Called<T>) {
    log.push(call)
    return answer
  }
  return { run, log, leaving }
}

function toRows(read: Called<Training> | string[]): Called<Training> {
  if (!Array.isArray(read)) return read
  const value = read.map((status, index) => ({ intentId: `i${index + 1}`, details: { status } }))
  return { kind: 'done', value }
}

const WAIT = `wait ${TRAINING_POLL_MS}`

describe('train and publish (specification section 4)', () => {
  it('looks every 300 ms until nothing is queued or in progress, then publishes', async () => {
    const { run, log } = open({
      reads: [
        ['Queued', 'Queued'],
        ['Success', 'InProgress'],
        ['UpToDate', 'Success'],
      ],
    })
    expect(await run()).toEqual({ kind: 'success' })
    expect(TRAINING_POLL_MS).toBe(300)
    expect(log).toEqual([
      'training',
      'train',
      ...[WAIT, 'look', WAIT, 'look', WAIT, 'look'],
      'publishing',
      'publish',
    ])
  })

  it('of what can’t be begun says so in the environment’s words, with one full stop', async () => {
    const { run, log } = open({ start: { kind: 'failed', message: 'The bot is busy.' } })
    expect(await run()).toEqual({ kind: 'failed', message: 'Failure while training: The bot is busy.' })
    expect(log).toEqual(['training', 'train'])
  })

  it.each([
    ['its reason', 'no questions', 'Failure while training: breakfast: no questions.'],
    ['no reason', null, 'Failure while training: breakfast: no reason was given.'],
  ])(
    'of an intent that fails says which, with %s, and publishes nothing',
    async (_, failureReason, message) => {
      const value = [{ intentId: 'i1', details: { status: 'Fail', failureReason } }]
      const { run, log } = open({ reads: [{ kind: 'done', value }] })
      expect(await run()).toEqual({ kind: 'failed', message })
      expect(log).not.toContain('publish')
    },
  )

  it('waits for the other intents before it says which one failed', async () => {
    const { run, log } = open({
      reads: [
        ['Success', 'Fail', 'Queued'],
        ['Success', 'Fail', 'Success'],
      ],
    })
    expect(await run()).toMatchObject({ message: 'Failure while training: i2: no reason was given.' })
    expect(log.filter((entry) => entry === 'look')).toHaveLength(2)
  })

  it('ends with words where the line is lost in the middle', async () => {
    const { run } = open({
      reads: [['Queued'], { kind: 'failed', message: 'The environment could not be reached.' }],
    })
    const message = 'Failure while training: The environment could not be reached.'
    expect(await run()).toEqual({ kind: 'failed', message })
  })

  it('of what can’t be published says so', async () => {
    const { run } = open({ publish: { kind: 'failed', message: 'Nothing is trained' } })
    const message = 'Failure while publishing: Nothing is trained.'
    expect(await run()).toEqual({ kind: 'failed', message })
  })

  it('looks no further once the user has left, and publishes nothing', async () => {
    const { run, log, leaving } = open({ reads: [['Queued'], ['Success']] })
    leaving.abort()
    expect(await run()).toEqual({ kind: 'stopped' })
    expect(log).toEqual(['training', 'train'])
  })
})
