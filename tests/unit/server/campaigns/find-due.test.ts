import { describe, expect, it } from 'vitest'
import { findDue } from '#server/campaigns/campaign-scheduler.ts'

const SET = new Date('2026-01-01T00:00:00.000Z')

function due(at: string, config: object = {}, { zone = 'Europe/Madrid', updatedAt = SET } = {}) {
  const row = {
    id: 'c',
    type: 'cronCampaigns',
    config: {
      name: 'Hello',
      isEnabled: true,
      segment: 'arriving',
      time: '09:30',
      frequency: 'Daily',
      dialog: 'd',
      action: 'message',
      ...config,
    },
    createdAt: SET,
    updatedAt,
    version: 1,
  }
  return findDue(row, zone, new Date(at))?.slot ?? null
}

describe('the time of a campaign, by the hotel’s clock', () => {
  it('begins with its minute', () => {
    expect(due('2026-11-25T08:29:59.999Z')).toBe('2026-11-24T09:30')
    expect(due('2026-11-25T08:30:00.000Z')).toBe('2026-11-25T09:30')
    expect(due('2026-11-25T08:44:00.000Z')).toBe('2026-11-25T09:30')
  })

  it('is on its days alone', () => {
    // A Wednesday, a Saturday, a Monday.
    expect(due('2026-11-25T12:00:00.000Z', { frequency: 'Weekdays' })).toBe('2026-11-25T09:30')
    expect(due('2026-11-28T12:00:00.000Z', { frequency: 'Weekdays' })).toBeNull()
    expect(due('2026-11-28T12:00:00.000Z', { frequency: 'Weekend' })).toBe('2026-11-28T09:30')
    expect(due('2026-11-30T12:00:00.000Z', { frequency: 'Weekend' })).toBeNull()
  })

  it('is none of what runs once, is off, can’t be read, or was set later', () => {
    const noon = '2026-11-25T12:00:00.000Z'
    expect(due(noon, { frequency: 'Run Once' })).toBeNull()
    expect(due(noon, { isEnabled: false })).toBeNull()
    expect(due(noon, { action: 'dance' })).toBeNull()
    expect(due(noon, {}, { updatedAt: new Date('2026-11-25T09:00:00.000Z') })).toBeNull()
  })

  it('is by a zone of its own, half hours too', () => {
    expect(due('2026-11-25T04:00:00.000Z', { timeZone: 'Asia/Kolkata' })).toBe('2026-11-25T09:30')
  })

  it('on the night on which the clock is put back it is once', () => {
    // 02:30 comes twice on the 25th of October: at 00:30 and at 01:30 UTC.
    const slots = [
      '2026-10-25T00:31:00Z',
      '2026-10-25T01:00:00Z',
      '2026-10-25T01:31:00Z',
      '2026-10-25T12:00:00Z',
    ].map((at) => due(at, { time: '02:30' }))
    expect(new Set(slots)).toEqual(new Set(['2026-10-25T02:30']))
  })

  it('on the night on which it is put forward it is not left out', () => {
    // There is no 02:30 on the 29th of March: it is at 03:00 or 03:30.
    const slot = due('2026-03-29T05:00:00Z', { time: '02:30' })
    expect(slot).toMatch(/^2026-03-29T03:(?:00|30)$/)
    expect(due('2026-03-30T05:00:00Z', { time: '02:30' })).toBe('2026-03-30T02:30')
  })
})
