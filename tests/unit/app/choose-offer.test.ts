import { describe, expect, it } from 'vitest'
import { chooseOffer, type OfferFacts } from '#src/app/choose-offer.ts'

const ANSWERED: OfferFacts = {
  work: { hasTakenOver: true, hasAnswered: true },
  made: new Set(),
  health: 'off',
  hadAlerts: false,
  isStandalone: false,
  canInstall: true,
}

describe('what Bellhop offers by itself', () => {
  it.each<[string, Partial<OfferFacts>, ReturnType<typeof chooseOffer>]>([
    ['nothing before the first takeover', { work: { hasTakenOver: false, hasAnswered: false } }, null],
    ['alerts after it', { work: { hasTakenOver: true, hasAnswered: false } }, 'alerts'],
    ['alerts before installing', {}, 'alerts'],
    ['installing once alerts were offered', { made: new Set(['alerts'] as const) }, 'install'],
    ['installing where alerts are on', { health: 'on' }, 'install'],
    ['installing where they need it', { health: 'home-screen' }, 'install'],
    ['no alerts where they can’t be', { health: 'blocked', canInstall: false }, null],
    ['no alerts to who knows them', { hadAlerts: true, canInstall: false }, null],
    ['no alerts while they are looked at', { health: 'checking', canInstall: false }, null],
    ['no installing where it runs from its icon', { health: 'on', isStandalone: true }, null],
    ['no installing where nobody can', { health: 'on', canInstall: false }, null],
    [
      'no installing before the first answer',
      { health: 'on', work: { hasTakenOver: true, hasAnswered: false } },
      null,
    ],
    ['nothing twice', { made: new Set(['alerts', 'install'] as const) }, null],
  ])('%s', (_, fields, expected) => {
    expect(chooseOffer({ ...ANSWERED, ...fields })).toBe(expected)
  })
})
