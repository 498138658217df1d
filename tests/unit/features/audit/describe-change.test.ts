import { describe, expect, it } from 'vitest'
import { describeAction, describeChange, nameField, nameList } from '#src/features/audit/describe-change.ts'

type Entry = Parameters<typeof describeChange>[0]

const entry = (fields: Partial<Entry> = {}): Entry => ({
  id: '1',
  at: null,
  user: null,
  list: 'alerts',
  rowId: 'r',
  rowName: 'Desk',
  action: 'update',
  changes: [],
  ...fields,
})
const NAMES = new Map([
  ['a', 'Ana'],
  ['q', 'Spa'],
])
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after })

describe('a change in words', () => {
  it.each([
    [entry(), change('sendTo', 'a', 'b'), 'Send to: “a” became “b”'],
    [entry(), change('message', '', 'Night'), 'Message: nothing became “Night”'],
    [entry(), change('isEnabled', true, false), 'Enabled: yes became no'],
    [entry({ action: 'create' }), change('name', null, 'Desk'), 'Name: “Desk”'],
    [entry({ action: 'delete' }), change('name', 'Desk', null), 'Name: was “Desk”'],
    [entry({ list: 'users' }), change('role', 0, 4), 'Role: agent became admin'],
    [entry({ list: 'users' }), change('role', 0, 9), 'Role: agent became 9'],
    [entry({ list: 'users' }), change('unsafePassword', null, '(changed)'), 'Password: changed, not shown'],
    [entry({ action: 'create' }), change('apiKey', null, '(changed)'), 'API key: set, not shown'],
    [entry({ list: 'tickets' }), change('status', 'open', 'closed'), 'Status: “New” became “Resolved”'],
    [entry({ list: 'agentOnDuty' }), change('userIds', [], ['a', 'b']), 'Who: everyone became “Ana”, “b”'],
    [entry({ list: 'tickets' }), change('queueId', 'q', 'x'), 'Department: “Spa” became “x”'],
    [entry({ list: 'tickets' }), change('agentId', null, 'a'), 'Assignee: nothing became “Ana”'],
    [entry({ list: 'tickets' }), change('agentId', 'gone', ''), 'Assignee: “gone” became nothing'],
    [entry({ list: 'assignees' }), change('statusId', 2, 3), 'Status: Active became Break'],
    [entry(), change('name', 'a', 'q'), 'Name: “a” became “q”'],
    [entry(), change('odd', { a: 1 }, null), 'Odd: A: 1 became nothing'],
    [entry(), change('odd', {}, [[1]]), 'Odd: nothing became 1'],
    [
      entry({ list: 'intents', action: 'create' }),
      change('choices', null, [
        { name: 'Yes', response: 'Gladly.', url: '', redirectTo: 'q' },
        { name: 'No', response: '', url: '', redirectTo: '' },
      ]),
      'Choices: “Yes” (Response: “Gladly.”, Redirect to: “Spa”), “No”',
    ],
    [entry({ list: 'intents' }), change('department', '', 'q'), 'Department: nothing became “Spa”'],
    [entry({ list: 'intents' }), change('questions', ['Why'], []), 'Questions: “Why” became nothing'],
  ])('%#: its field, before and after', (one, made, words) => {
    expect(describeChange(one, made, NAMES)).toBe(words)
  })

  it('names lists and fields as the screens do, and others as they are', () => {
    expect([nameList('queues'), nameList('weather')]).toEqual(['Departments', 'weather'])
    expect([nameField('shiftStart'), nameField('hostSystemIdentifier')]).toEqual([
      'Start',
      'Host system identifier',
    ])
    const actions = (['create', 'update', 'delete', null] as const).map((action) =>
      describeAction(entry({ action })),
    )
    expect(actions).toEqual(['Added', 'Changed', 'Deleted', 'Not known'])
  })
})
