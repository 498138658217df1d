import { describe, expect, it } from 'vitest'
import { ALL_GUESTS, type Segment } from '#src/contract/segments.ts'
import { declareSegmentForm } from '#src/features/segments/declare-segment-form.tsx'
import { isBuiltIn, SEGMENTS } from '#src/features/segments/declare-segments.ts'
import { readSegmentId, segmentUrl } from '#src/features/segments/segment-address.ts'
import { describeCount } from '#src/features/segments/segment-preview.tsx'
import { readFilter, toNewSegment, toSegmentPatch } from '#src/features/segments/segment-values.ts'
import { checkFields } from '#src/ui/list/check-fields.ts'
import { canDelete, isFixed, readFlags } from '#src/ui/list/declare-list.ts'

const vip: Segment = { id: 'VIP', name: 'VIP', filter: { ...ALL_GUESTS, areaCodes: ['702'], demo: true } }

describe('the list of segments', () => {
  it('has no checkboxes and no add block; a built-in one is neither edited nor deleted', () => {
    expect(readFlags(SEGMENTS)).toMatchObject({ hasCheckboxes: false, hasAddBlock: false })
    expect(canDelete(SEGMENTS, vip)).toBe(true)
    for (const segment of [
      { id: 'arriving', name: 'arriving' },
      { id: 'x', name: 'x', undeletable: true },
    ]) {
      expect(canDelete(SEGMENTS, segment)).toBe(false)
      expect(isFixed(SEGMENTS, segment)).toBe(true)
    }
    expect(isBuiltIn({ id: 'arriving', undeletable: false })).toBe(false)
  })
})

describe('the address of a segment’s form', () => {
  it.each(['VIP', 'Ana & Ben?#', '123', 'true', 'null', '"quoted"', '{"a":1}', 'דנה', '🎿 ski'])(
    'leads back to %s',
    (id) => {
      const text = new URL(segmentUrl(id), 'http://hotel.example').searchParams.get('segment') ?? ''
      // As the router reads a query (`src/lib/parse-search.ts`).
      let value: unknown = text
      try {
        const parsed: unknown = JSON.parse(text)
        if (typeof parsed !== 'number') value = parsed
      } catch {
        // It stays text.
      }
      expect(readSegmentId(value)).toBe(id)
    },
  )

  it('without a segment is a new one’s', () => {
    expect(readSegmentId(undefined)).toBeNull()
    expect(readSegmentId('')).toBeNull()
  })
})

describe('what a segment’s form means', () => {
  it('is everybody where nothing is chosen', () => {
    expect(readFilter({})).toEqual(ALL_GUESTS)
  })

  it('is what is chosen, the area codes as digits', () => {
    expect(readFilter({ userType: 'inhouse', lastStay: '30d', areaCodes: '(702), 415', demo: true })).toEqual(
      {
        ...ALL_GUESTS,
        userType: 'inhouse',
        lastStay: '30d',
        areaCodes: ['702', '415'],
        demo: true,
      },
    )
  })

  it('is nothing while the area codes are none', () => {
    expect(readFilter({ areaCodes: '+34' })).toBeNull()
  })

  it('is sent with its name as its id, and as a whole where some of it is changed', () => {
    expect(toNewSegment({ name: ' VIP ', userType: 'incoming', preview: '' })).toEqual({
      id: 'VIP',
      filter: { ...ALL_GUESTS, userType: 'incoming' },
    })
    expect(toSegmentPatch(vip, { location: 'national' })).toEqual({
      id: 'VIP',
      filter: { ...vip.filter, location: 'national' },
    })
    expect(toSegmentPatch(vip, { demo: false, areaCodes: '' })).toEqual({ id: 'VIP', filter: ALL_GUESTS })
  })

  it('has words beside what is wrong', () => {
    const { columns } = declareSegmentForm({ isNew: true, renderPreview: null })
    const errors = checkFields(columns, { name: ' ', areaCodes: '702, 0034' }, {})
    expect(Object.keys(errors)).toEqual(['name', 'areaCodes'])
    expect(errors['name']).toBe('Name is required.')
    expect(errors['areaCodes']).toContain('“0034” is the code of a country')
  })
})

describe('how many guests a segment means', () => {
  const guest = (guestId: string) => ({ guestId, name: guestId, channels: ['sms'] })

  it('is said in words', () => {
    expect(describeCount({ guests: 0, sample: [] })).toBe('No guest.')
    expect(describeCount({ guests: 1, sample: [guest('a')] })).toBe('1 guest.')
    expect(describeCount({ guests: 1_214, sample: [guest('a'), guest('b')] })).toBe(
      '1,214 guests, the first 2 of them:',
    )
  })
})
