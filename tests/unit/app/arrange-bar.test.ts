import { describe, expect, it } from 'vitest'
import { arrangeBar } from '#src/app/header/arrange-bar.ts'
import { ROLES, type Role } from '#src/domain/roles.ts'
import { screensFor } from '#src/domain/screens.ts'

const titles = (role: Role) => {
  const { shown, hidden } = arrangeBar(screensFor(role, 'main'), role === ROLES.admin ? 1 : 0)
  return { shown: shown.map(({ title }) => title), hidden: hidden.map(({ title }) => title) }
}

describe('the bar of a phone', () => {
  it('has five at most, the messenger’s own first', () => {
    for (const role of Object.values(ROLES)) {
      const { shown, hidden } = titles(role)
      expect(shown.length + (hidden.length > 0 ? 1 : 0)).toBeLessThanOrEqual(5)
      expect(shown.slice(0, 2)).toEqual(['Conversations', 'Unsent'])
    }
  })

  it('has all where they fit, and one more link only where they do, too', () => {
    expect(titles(ROLES.marketing)).toEqual({
      shown: ['Conversations', 'Unsent', 'Responses', 'Campaigns', 'Reporting'],
      hidden: [],
    })
    const five = screensFor(ROLES.marketing, 'main')
    expect(arrangeBar(five, 1).hidden.map(({ title }) => title)).toEqual(['Reporting'])
  })

  it('puts the rest behind More', () => {
    const { shown, hidden } = titles(ROLES.admin)
    expect(shown).toHaveLength(4)
    expect(hidden).toEqual(expect.arrayContaining(['Campaigns', 'Tickets', 'Reporting']))
  })
})
