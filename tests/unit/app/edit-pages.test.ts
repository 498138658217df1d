import { describe, expect, it } from 'vitest'
import { findEditPage } from '#src/app/edit-pages.ts'

describe('the pages of one row (specification section 2)', () => {
  it.each(['assignees', 'integrations', 'queues'])('%s has one', (type) => {
    expect(findEditPage(type)).not.toBeNull()
  })

  it.each(['', 'Queues', 'nonsense', 'constructor', '__proto__'])('%j has none', (type) => {
    expect(findEditPage(type)).toBeNull()
  })
})
