import { describe, expect, it } from 'vitest'
import { createQuestionDesk } from '#src/features/intents/question-controller.ts'
import { createFakeSteps, makeIntent } from './intents.ts'

const WARM = { id: 'q1', text: 'how warm' }
const LOST = { kind: 'unreachable', message: 'No answer.' } as const

function open() {
  const steps = createFakeSteps(makeIntent('i1', { name: 'pool', questions: [WARM] }))
  const desk = createQuestionDesk(steps, () => steps.intents.get('i1'))
  return { steps, desk }
}

describe('the questions of an intent that is there', () => {
  it('are added one after the other, each with what the intent is then', async () => {
    const { steps, desk } = open()
    const both = [desk.add('when'), desk.add('where')]
    expect([...desk.states.get().keys()]).toEqual(['when', 'where'])
    expect(await Promise.all(both)).toEqual([true, true])
    expect(steps.log).toEqual([
      'ask ["when"]',
      'read i1',
      'put i1 how warm,when',
      'ask ["where"]',
      'read i1',
      'put i1 how warm,when,where',
    ])
    expect(desk.states.get().size).toBe(0)
  })

  it('are removed, also where somebody else was quicker', async () => {
    const { steps, desk } = open()
    steps.fail('unask', { kind: 'gone' })
    steps.fail('read', LOST)
    expect(await desk.remove(WARM)).toBe(true)
    expect(steps.log.at(-1)).toBe('put i1 ')
  })

  it('that fail say why beside them, until they are tried again or given up', async () => {
    const { steps, desk } = open()
    steps.fail('ask', { kind: 'refused', message: 'Breakfast has it.' })
    expect(await desk.add('when')).toBe(false)
    expect(desk.states.get().get('when')).toEqual({ kind: 'failed', message: 'Breakfast has it.' })
    expect(await desk.add('when')).toBe(true)
    steps.fail('unask', LOST)
    expect(await desk.remove(WARM)).toBe(false)
    expect(desk.states.get().get('q1')).toEqual({ kind: 'failed', message: 'No answer.' })
    desk.forget('q1')
    expect(desk.states.get().size).toBe(0)
  })
})
