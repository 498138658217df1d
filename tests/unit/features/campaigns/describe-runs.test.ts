import { describe, expect, it } from 'vitest'
import { LEFT_OUT_REASONS, type CampaignRun } from '#src/contract/campaigns.ts'
import { describeRunTime, nameDialog, nameSegment } from '#src/features/campaigns/declare-campaigns.tsx'
import {
  describeCause,
  describeProgress,
  listFigures,
  listRemarks,
} from '#src/features/campaigns/describe-runs.ts'
import { RUNS } from '#src/features/campaigns/run-columns.ts'
import {
  countGuests,
  describeAction,
  describeByChannel,
  describeLeftOut,
  describeParts,
  describeSegment,
  describeState,
  listReasons,
} from '#src/features/campaigns/words.ts'
import { toCsv } from '#src/ui/list/export/csv.ts'

const run = (fields: Partial<CampaignRun> = {}): CampaignRun => ({
  id: 'r1',
  campaignId: 'c1',
  campaign: 'Winter',
  state: 'done',
  startedAt: '2026-11-21T21:56:00.000Z',
  endedAt: '2026-11-21T21:58:00.000Z',
  startedBy: 'Maria',
  testUsersOnly: false,
  planned: 214,
  waiting: 0,
  sent: 210,
  delivered: 200,
  failed: 0,
  failures: [],
  leftOut: [],
  replied: 0,
  stopped: 0,
  doubtful: [],
  ...fields,
})

describe('campaigns in words', () => {
  it('actions, segments, channels and reasons; what is not known as it is', () => {
    expect(describeAction('roomupgrade')).toBe('Room upgrade')
    expect(describeAction('sing')).toBe('sing')
    expect(describeSegment('checkedout')).toBe('Checked out')
    expect(describeSegment('constructor')).toBe('constructor')
    expect(describeByChannel({ web: 3, sms: 1200, facebook: 0, fax: 4 })).toBe(
      '1,200 by SMS, 4 by fax, 3 by web chat',
    )
    expect(describeLeftOut('moon_phase')).toBe('moon phase')
    for (const reason of LEFT_OUT_REASONS) expect(describeLeftOut(reason)).not.toMatch(/_|^$/)
    expect(countGuests(1)).toBe('1 guest')
    expect(describeParts(3)).toBe('3 SMS parts')
    expect(describeParts(1)).toBe('')
    expect(describeParts(null)).toBe('')
  })

  it('reasons with the most guests first', () => {
    const reasons = [
      { reason: 'stopped', guests: 1 },
      { reason: 'blocked', guests: 3 },
      { reason: 'with_staff', guests: 0 },
    ]
    expect(listReasons(reasons, describeLeftOut)).toEqual([
      '3 guests: they are blocked',
      '1 guest: they wrote STOP',
    ])
  })

  it('a run time by the specification’s clock, with a zone that is not the hotel’s', () => {
    expect(describeRunTime({ frequency: 'Daily', time: '21:05' })).toBe('9:05 PM')
    expect(describeRunTime({ frequency: 'Daily', time: '21:05', timeZone: 'America/New_York' })).toBe(
      '9:05 PM (America/New York)',
    )
    expect(describeRunTime({ frequency: 'Run Once', time: '21:05' })).toBe('')
  })

  it('a segment that is gone as such', () => {
    const segments = [{ id: 'arriving', name: 'arriving' }]
    expect(nameSegment('arriving', segments)).toBe('Arriving')
    expect(nameSegment('VIP', segments)).toBe('VIP (deleted)')
    expect(nameSegment('VIP', undefined)).toBe('VIP')
    expect(nameSegment('', segments)).toBe('')
  })

  it('a dialog by its name, one that is gone by its id', () => {
    expect(nameDialog('a', [{ id: 'a', name: 'Welcome' }])).toBe('Welcome')
    expect(nameDialog('b', [{ id: 'a', name: 'Welcome' }])).toBe('b (deleted)')
    expect(nameDialog('b', undefined)).toBe('b')
  })
})

describe('a row of the run log', () => {
  it('says who ran it, and whether for test users', () => {
    expect(describeCause(run())).toBe('Run by Maria')
    expect(describeCause(run({ startedBy: null }))).toBe('By its time')
    expect(describeCause(run({ testUsersOnly: true }))).toBe('Run by Maria for test users')
  })

  it('has planned, sent and delivered always, the others where there are any', () => {
    expect(listFigures(run()).map(({ name }) => name)).toEqual(['Planned', 'Sent', 'Delivered'])
    const full = run({
      waiting: 1,
      failed: 2,
      replied: 3,
      stopped: 4,
      doubtful: ['Ana', 'Ben'],
      leftOut: [
        { reason: 'stopped', guests: 5 },
        { reason: 'blocked', guests: 6 },
      ],
    })
    expect(listFigures(full).map(({ name, count }) => `${name} ${count}`)).toEqual([
      'Planned 214',
      'Waiting 1',
      'Sent 210',
      'Delivered 200',
      'Failed 2',
      'Replied 3',
      'Wrote STOP 4',
      'In doubt 2',
      'Left out 11',
    ])
  })

  it('says why some failed, who is in doubt, and that a time was missed', () => {
    const remarks = listRemarks(
      run({
        state: 'missed',
        failures: [{ reason: 'Unknown number', guests: 2 }],
        doubtful: ['Ana', 'دانا'],
        leftOut: [{ reason: 'stopped', guests: 1 }],
      }),
    )
    expect(remarks.map(({ key }) => key)).toEqual(['missed', 'failed', 'doubtful', 'left-out'])
    const words = remarks.map((remark) => remark.words).join('\n')
    expect(words).toContain('nothing was sent')
    expect(words).toContain('Failed: 2 guests: Unknown number.')
    expect(words).toContain('Ana, دانا')
    expect(words).toContain('1 guest: they wrote STOP')
    expect(listRemarks(run())).toEqual([])
  })

  it('tells how far it is only while it runs', () => {
    expect(describeProgress(run({ state: 'running', waiting: 94 }))).toBe('120 of 214 sent')
    expect(describeProgress(run())).toBe('')
    expect(describeState(run({ state: 'missed' }))).toBe('Missed')
    expect(describeState(run({ state: '' }))).toBe('Not known')
  })

  it('is a line of the file, with figures as numbers and names that are no formula', () => {
    const [header, line] = toCsv(RUNS, [
      run({
        failed: 1,
        failures: [{ reason: '=HYPERLINK("x")', guests: 1 }],
        doubtful: ['+34 Ana', 'Ben'],
        leftOut: [{ reason: 'blocked', guests: 2 }],
      }),
    ]).split('\r\n')
    expect(header?.split(',').length).toBe(18)
    expect(line).toBe(
      '2026-11-21T21:56:00.000Z,2026-11-21T21:58:00.000Z,Winter,Done,Maria,No,214,0,210,200,1,' +
        '"1 guest: =HYPERLINK(""x"")",0,0,2,"\'+34 Ana; Ben",2,2 guests: they are blocked',
    )
  })
})
