import { describe, expect, it } from 'vitest'
import { createQuestionController } from '#src/features/intents/question-controller.ts'
import { createFakeSteps, makeIntent } from './intents.ts'

const WARM = { id: 'q1', text: 'how warm' }
const LOST = { kind: 'unreachable', message: 'No answer.' } as const

function open() {
  const steps = createFakeSteps(makeIntent('i1', { name: 'pool', questions: [WARM] }))
  const controller = createQuestionController(steps, () => steps.intents.get('i1'))
  return { steps, controller }
}

describe('the questions of an intent that is there', () => {
  it('are added one after the other, each with what the intent is then', async () => {
    const { steps, controller } = open()
    const both = [controller.add('when'), controller.add('where')]
    expect([...controller.states.get().keys()]).toEqual(['when', 'where'])
    expect(await Promise.all(both)).toEqual([true, true])
    expect(steps.log).toEqual([
      'ask ["when"]',
      'read i1',
      'put i1 how warm,when',
      'ask ["where"]',
      'read i1',
      'put i1 how warm,when,where',
    ])
    expect(controller.states.get().size).toBe(0)
  })

  it('are removed, also where somebody else was quicker', async () => {
    const { steps, controller } = open()
    steps.fail('unask', { kind: 'gone' })
    steps.fail('read', LOST)
    expect(await controller.remove(WARM)).toBe(true)
    expect(steps.log.at(-1)).toBe('put i1 ')
  })

  it('that fail say why beside them, until they are tried again or given up', async () => {
    const { steps, controller } = open()
    steps.fail('ask', { kind: 'refused', message: 'Breakfast has it.' })
    expect(await controller.add('when')).toBe(false)
    expect(controller.states.get().get('when')).toEqual({ kind: 'failed', message: 'Breakfast has it.' })
    expect(await controller.add('when')).toBe(true)
    steps.fail('unask', LOST)
    expect(await controller.remove(WARM)).toBe(false)
    expect(controller.states.get().get('q1')).toEqual({ kind: 'failed', message: 'No answer.' })
    controller.forget('q1')
    expect(controller.states.get().size).toBe(0)
  })
})
