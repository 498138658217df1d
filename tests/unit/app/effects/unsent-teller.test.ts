import { expect, it } from 'vitest'
import { createUnsentTeller } from '#src/app/effects/unsent-teller.ts'
import { readTellOfUnsent, tellOfUnsent } from '#src/lib/unsent-notice.ts'

function makePage() {
  const page = {
    isSeen: true,
    said: [] as (number | 'taken back')[],
    isVisible: () => page.isSeen,
    tell: (count: number) => void page.said.push(count),
    takeBack: () => void page.said.push('taken back'),
  }
  return page
}

it('of what comes to wait while nobody looks is told once; what was there or was seen to come is not new', () => {
  const page = makePage()
  const see = createUnsentTeller(page)
  page.isSeen = false
  see(['there'])
  see(['there'])
  page.isSeen = true
  see(['there', 'seen'])
  page.isSeen = false
  see(['there', 'seen'])
  expect(page.said).toEqual([])
  see(['there', 'seen', 'fresh'])
  see(['seen', 'fresh'])
  expect(page.said).toEqual([3])
  see(['seen', 'fresh', 'another'])
  expect(page.said).toEqual([3, 3])
})

it('what was said is taken back when nothing waits any more, and at a start with nothing: a worker may have said it', () => {
  const page = makePage()
  const see = createUnsentTeller(page)
  see([])
  see([])
  expect(page.said).toEqual(['taken back'])
  see(['one'])
  see([])
  expect(page.said).toEqual(['taken back', 'taken back'])
})

it('the worker reads how much waits, and nothing from what another build may say', () => {
  expect(readTellOfUnsent(structuredClone(tellOfUnsent(2)))).toBe(2)
  const others = [null, 'TELL_OF_UNSENT', {}, { type: 'SKIP_WAITING', count: 1 }, { type: 'TELL_OF_UNSENT' }]
  const counts = ['2', 0, -1, 1.5, NaN, null].map((count) => ({ type: 'TELL_OF_UNSENT', count }))
  expect([...others, ...counts].map(readTellOfUnsent)).toEqual(Array(11).fill(null))
})
