import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { goTo } from '#src/lib/address.ts'

describe('the way to an address', () => {
  it('is a step that Back takes back', () => {
    const history = createMemoryHistory({ initialEntries: ['/messenger/a'] })
    goTo(history, '/messenger/b')
    expect(history.location.href).toBe('/messenger/b')
    history.back()
    expect(history.location.href).toBe('/messenger/a')
  })

  it('is no step where one is already', () => {
    const history = createMemoryHistory({ initialEntries: ['/messenger/a?chatFilter=all'] })
    goTo(history, '/messenger/a?chatFilter=all')
    expect(history.length).toBe(1)
  })

  it('takes the place of the address before it where that led nowhere', () => {
    const history = createMemoryHistory({ initialEntries: ['/messenger/a', '/messenger'] })
    goTo(history, '/messenger/b', { replace: true })
    expect(history.length).toBe(2)
    history.back()
    expect(history.location.href).toBe('/messenger/a')
  })
})
