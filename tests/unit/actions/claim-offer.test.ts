import { describe, expect, it } from 'vitest'
import { claimOffer } from '#src/actions/claim-offer.ts'
import { readOffersMade } from '#src/db/session/offers.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { openDevice } from '#tests/support/local.ts'

describe('an offer of Bellhop’s own', () => {
  it('is made once on a device, in one tab', async () => {
    const { sessionDb, options } = await openDevice()
    const other = new SessionDatabase(options)
    await other.open()
    expect([...(await readOffersMade(sessionDb, ['install', 'alerts']))]).toEqual([])
    const claims = await Promise.all([claimOffer(sessionDb, 'install'), claimOffer(other, 'install')])
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await claimOffer(other, 'install')).toBe(false)
    expect([...(await readOffersMade(other, ['install', 'alerts']))]).toEqual(['install'])
    expect(await claimOffer(sessionDb, 'alerts')).toBe(true)
    other.close()
  })
})
