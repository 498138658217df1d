import { describe, expect, it } from 'vitest'
import {
  describeGoneChoice,
  listGoneChoices,
  toCampaignPatch,
  toNewCampaign,
} from '#src/features/campaigns/campaign-values.ts'
import { declareCampaignForm } from '#src/features/campaigns/declare-campaign-form.tsx'
import { listFormColumns, listShownColumns } from '#src/ui/list/declare-list.ts'
import { viewAddForm } from '#src/ui/list/form/add-form.ts'

const SEGMENTS = [
  { id: 'arriving', name: 'arriving', undeletable: true },
  { id: 'VIP', name: 'VIP' },
]
const DIALOGS = [{ id: 'welcome', name: 'Welcome' }]
const form = (hasExtras: boolean) =>
  declareCampaignForm({ segments: SEGMENTS, dialogs: DIALOGS, hasExtras, zones: ['Europe/Madrid'] })
const listShown = (values: Record<string, string>, hasExtras = false) =>
  listShownColumns(listFormColumns(form(hasExtras), 'edit'), values).map(({ key }) => key)

describe('the fields of a campaign’s form', () => {
  it('has those of the specification, and beyond it only what the environment offers', () => {
    const daily = { frequency: 'Daily', action: 'redirect' }
    const specified = ['name', 'isEnabled', 'segment', 'frequency', 'time', 'dialog', 'action', 'redirectTo']
    expect(listShown(daily)).toEqual(specified)
    expect(listShown(daily, true).toSorted()).toEqual(
      [...specified, 'timeZone', 'ignoresQuietHours'].toSorted(),
    )
  })

  it('hides the run time and its zone where it runs once, and the redirect of a message', () => {
    const once = listShown({ frequency: 'Run Once', action: 'rating' }, true)
    expect(once).not.toContain('time')
    expect(once).not.toContain('timeZone')
    expect(once).toContain('redirectTo')
    expect(listShown({ frequency: 'Weekend', action: 'message' })).not.toContain('redirectTo')
  })

  it('begins with the first choices, switched off, and lacks a name alone', () => {
    const { values, problems } = viewAddForm(form(true), {
      touched: {},
      begunAt: new Date(2026, 10, 21, 9, 5).getTime(),
      isSending: false,
      problem: null,
      problemField: null,
      added: null,
      isOpen: true,
    })
    expect(values).toMatchObject({
      segment: 'arriving',
      frequency: 'Daily',
      time: '09:05',
      timeZone: '',
      isEnabled: false,
      action: 'rating',
    })
    expect(problems).toEqual({ name: 'Name is required.' })
  })
})

describe('what is sent of a campaign', () => {
  it('is trimmed, and empty where a field does not concern it', () => {
    expect(toCampaignPatch({ name: ' Winter ', frequency: 'Run Once', action: 'message' })).toEqual({
      name: 'Winter',
      frequency: 'Run Once',
      action: 'message',
      time: '',
      redirectTo: '',
    })
    expect(toCampaignPatch({ name: 'Winter' })).toEqual({ name: 'Winter' })
  })

  it('the hotel’s own zone is none: the row’s former one goes', () => {
    const patch = toCampaignPatch({ timeZone: '' })
    expect({ timeZone: 'Europe/Madrid', ...patch }.timeZone).toBeUndefined()
    expect(toCampaignPatch({ timeZone: 'Asia/Tokyo' })).toEqual({ timeZone: 'Asia/Tokyo' })
    expect(JSON.stringify(toNewCampaign({ name: 'a', timeZone: '' }))).not.toContain('timeZone')
  })

  it('a new one has every field of the specification', () => {
    const values = { name: 'a', isEnabled: false, segment: 'VIP', frequency: 'Run Once', dialog: 'welcome' }
    expect(toNewCampaign({ ...values, action: 'message' })).toEqual({
      ...values,
      action: 'message',
      time: '',
      redirectTo: '',
    })
  })
})

describe('what a campaign names that is gone', () => {
  const campaign = { segment: 'VIP', dialog: 'welcome', action: 'redirect', redirectTo: 'spa' }

  it('is said with its name', () => {
    expect(listGoneChoices(campaign, { segments: [], dialogs: DIALOGS })).toEqual([
      { field: 'segment', name: 'VIP' },
      { field: 'redirectTo', name: 'spa' },
    ])
    expect(describeGoneChoice({ field: 'segment', name: 'VIP' })).toBe(
      'The segment “VIP” was deleted. Choose another one.',
    )
  })

  it('is not known before the choices are read, and a message leads nowhere', () => {
    expect(listGoneChoices(campaign, { segments: undefined, dialogs: undefined })).toEqual([])
    expect(
      listGoneChoices({ ...campaign, action: 'message' }, { segments: SEGMENTS, dialogs: DIALOGS }),
    ).toEqual([])
  })
})
