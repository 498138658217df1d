import { describe, expect, it } from 'vitest'
import { isFilled } from '#src/ui/list/field-values.ts'
import { BLANKS } from '#tests/support/blanks.ts'

describe('a field of a form', () => {
  it.each(BLANKS)('is not filled by %s', (_, text) => {
    expect(isFilled(text)).toBe(false)
    expect(isFilled(`${text}Pool`)).toBe(true)
  })
})
