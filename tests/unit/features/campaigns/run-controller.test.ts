import { describe, expect, it } from 'vitest'
import type { CampaignPreview } from '#src/contract/campaigns.ts'
import { describeStarted, explainNoRun, nameRunButton } from '#src/features/campaigns/describe-run.ts'
import { createRunController, type Started } from '#src/features/campaigns/run-controller.ts'

/** Calls whose answers come when the test says so. */
function makeCalls() {
  const made: { args: [string, boolean | undefined]; answer(started: Started): void }[] = []
  const start = (...args: [string, boolean | undefined]) =>
    new Promise<Started>((answer) => void made.push({ args, answer }))
  return { made, calls: { start } }
}

const preview = (fields: Partial<CampaignPreview> = {}): CampaignPreview => ({
  recipients: 214,
  byChannel: {},
  leftOut: [],
  samples: [],
  testUsers: 2,
  problem: null,
  waitsUntil: null,
  ...fields,
})

describe('a run', () => {
  it('is started once, however often it is pressed', async () => {
    const { made, calls } = makeCalls()
    const controller = createRunController('c1', calls)
    const presses = [controller.start(false), controller.start(false), controller.start(true)]
    expect(made.map(({ args }) => args)).toEqual([['c1', false]])
    made[0]?.answer({ kind: 'done', recipients: 214 })
    await Promise.all(presses)
    await controller.start(false)
    expect(made).toHaveLength(1)
    expect(describeStarted(controller.state.get())).toBe('On its way to 214 guests.')
  })

  it('for test users is followed by the one for the guests', async () => {
    const { made, calls } = makeCalls()
    const controller = createRunController('c1', calls)
    const test = controller.start(true)
    made[0]?.answer({ kind: 'done', recipients: 1 })
    await test
    expect(describeStarted(controller.state.get())).toContain('On its way to 1 test user.')
    void controller.start(false)
    expect(made.map(({ args }) => args[1])).toEqual([true, false])
  })

  it('that failed says why and can be tried again', async () => {
    const { made, calls } = makeCalls()
    const controller = createRunController('c1', calls)
    const first = controller.start(undefined)
    made[0]?.answer({ kind: 'failed', message: 'It is running already.' })
    await first
    expect(describeStarted(controller.state.get())).toBe('Not started. It is running already.')
    void controller.start(undefined)
    expect(made).toHaveLength(2)
  })
})

describe('the question before a run', () => {
  const question = { readOnly: null, preview: preview(), hasPreview: true, isForTestUsers: false }

  it('names the number', () => {
    expect(nameRunButton(preview(), true)).toBe('Send to 214 guests')
    expect(nameRunButton(preview({ recipients: 1 }), true)).toBe('Send to 1 guest')
    expect(nameRunButton(undefined, false)).toBe('Run now')
  })

  it('can be answered unless there is a reason why not', () => {
    expect(explainNoRun(question)).toBeNull()
    expect(explainNoRun({ ...question, readOnly: 'You are offline.' })).toBe('You are offline.')
    expect(explainNoRun({ ...question, preview: undefined })).toBe('It is not known yet whom it reaches.')
    expect(explainNoRun({ ...question, preview: preview({ problem: 'No dialog.' }) })).toBe('No dialog.')
    expect(explainNoRun({ ...question, preview: preview({ recipients: 0 }) })).toBe('It would reach nobody.')
    const noTest = { ...question, preview: preview({ testUsers: 0 }), isForTestUsers: true }
    expect(explainNoRun(noTest)).toBe('It would reach no test user.')
    expect(explainNoRun({ ...question, preview: undefined, hasPreview: false })).toBeNull()
  })
})
