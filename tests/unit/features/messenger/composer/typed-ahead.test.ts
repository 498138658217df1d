import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeWorkspace, type Workspace } from '#src/db/workspace.ts'
import { eraseAhead, takeTypedAhead, typeAhead } from '#src/features/messenger/composer/typed-ahead.ts'
import { openDevice } from '#tests/support/local.ts'

let workspace: Workspace
let other: Workspace
let now = 0

beforeEach(async () => {
  workspace = (await openDevice()).workspace
  other = (await openDevice()).workspace
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
  closeWorkspace(workspace)
  closeWorkspace(other)
})

function type(text: string): void {
  for (const letter of text) typeAhead(workspace, 'ana', letter)
}

it('gives what was typed once, in its order, to its own chat and session alone', () => {
  type('Good evening')
  expect(takeTypedAhead(workspace, 'bob')).toBe('')
  expect(takeTypedAhead(other, 'ana')).toBe('')
  expect(takeTypedAhead(workspace, 'ana')).toBe('Good evening')
  expect(takeTypedAhead(workspace, 'ana')).toBe('')
})

it('takes back whole characters, and nothing where there is none', () => {
  eraseAhead(workspace, 'ana')
  type('Hi 👍')
  eraseAhead(workspace, 'ana')
  eraseAhead(workspace, 'ana')
  expect(takeTypedAhead(workspace, 'ana')).toBe('Hi')
})

it('forgets what no box has taken, also where more is typed later', () => {
  type('an old word')
  now = 5_001
  expect(takeTypedAhead(workspace, 'ana')).toBe('')
  type('another old word')
  now = 11_000
  type('new')
  expect(takeTypedAhead(workspace, 'ana')).toBe('new')
})
