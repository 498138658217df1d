import { describe, expect, it, vi } from 'vitest'
import { createGoodLine, readNetwork } from '#src/lib/good-line.ts'
import { createPace, type PaceSample } from '#src/lib/line-pace.ts'

describe('I7: whether fetching ahead is welcome, as the browser tells of the line', () => {
  it.each([
    ['a browser that tells nothing', {}, true],
    ['a quick line', { connection: { saveData: false, effectiveType: '4g' } }, true],
    ['a middling line', { connection: { effectiveType: '3g' } }, true],
    ['a slow line', { connection: { effectiveType: '2g' } }, false],
    ['a very slow line', { connection: { effectiveType: 'slow-2g' } }, false],
    ['a person who saves data', { connection: { saveData: true, effectiveType: '4g' } }, false],
    ['nothing known of the line', { connection: null }, true],
  ])('%s', (_, navigator, isWelcome) => {
    vi.stubGlobal('navigator', navigator)
    expect(createGoodLine(readNetwork()).get()).toBe(isWelcome)
  })

  it('follows what the browser notices later', () => {
    const network = Object.assign(new EventTarget(), { effectiveType: '4g' })
    const line = createGoodLine(network)
    const told = vi.fn()
    line.subscribe(told)
    network.effectiveType = '2g'
    network.dispatchEvent(new Event('change'))
    expect([line.get(), told.mock.calls.length]).toEqual([false, 1])
    network.effectiveType = '3g'
    network.dispatchEvent(new Event('change'))
    expect(line.get()).toBe(true)
  })

  it('slow calls make it a weak one, and quick ones never overrule who saves data', () => {
    const line = createGoodLine(null)
    line.noteSlow(true)
    expect(line.get()).toBe(false)
    line.noteSlow(false)
    expect(line.get()).toBe(true)
    const saving = createGoodLine({ saveData: true })
    saving.noteSlow(false)
    expect(saving.get()).toBe(false)
  })
})

describe('the pace of our own calls, for browsers that tell nothing', () => {
  const QUICK: PaceSample = { waitMs: 80, bodyMs: 20, bytes: 3_000 }
  const LATE: PaceSample = { waitMs: 2_100, bodyMs: 20, bytes: 3_000 }
  /** A page of 250 kB that is 57 kB packed, at 100 kbit/s. */
  const THIN: PaceSample = { waitMs: 100, bodyMs: 4_500, bytes: 250_000 }
  const MEGABIT: PaceSample = { waitMs: 100, bodyMs: 450, bytes: 250_000 }

  function evaluate(...samples: PaceSample[]): boolean[] {
    const told: boolean[] = []
    const note = createPace((isSlow) => told.push(isSlow))
    samples.forEach(note)
    return told
  }

  it.each([
    ['answers that come late', LATE],
    ['answers that come thinly', THIN],
  ])('%s make a slow line, and one of them is an accident', (_, slow) => {
    expect(evaluate(slow, slow)).toEqual([])
    expect(evaluate(slow, QUICK, slow, QUICK)).toEqual([])
    expect(evaluate(slow, QUICK, slow, QUICK, slow)).toEqual([true])
    expect(evaluate(slow, slow, slow, slow)).toEqual([true])
  })

  it('is quick again once all but one of the last five were', () => {
    expect(evaluate(LATE, LATE, LATE, QUICK, QUICK, QUICK)).toEqual([true])
    expect(evaluate(LATE, LATE, LATE, QUICK, QUICK, QUICK, QUICK)).toEqual([true, false])
  })

  it('a megabit is enough, and a short answer tells of the device, not of the line', () => {
    expect(evaluate(MEGABIT, MEGABIT, MEGABIT, MEGABIT)).toEqual([])
    expect(evaluate(...Array.from({ length: 5 }, () => ({ waitMs: 10, bodyMs: 900, bytes: 900 })))).toEqual(
      [],
    )
  })
})
