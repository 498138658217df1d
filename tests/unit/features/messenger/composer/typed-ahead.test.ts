import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeWorkspace, type Workspace } from '#src/db/workspace.ts'
import { eraseAhead, takeTypedAhead, typeAhead } from '#src/features/messenger/composer/typed-ahead.ts'
import { openDevice } from '#tests/support/local.ts'

let workspace: Workspace
let other: Workspace

beforeEach(async () => {
  workspace = (await openDevice()).workspace
  other = (await openDevice()).workspace
})
afterEach(() => {
  closeWorkspace(workspace)
  closeWorkspace(other)
})

function type(text: string, from = 0): void {
  for (const [index, letter] of [...text].entries()) typeAhead(workspace, 'ana', letter, from + index)
}

it('gives what was typed once, in its order, to its own chat and session alone', () => {
  type('Good evening')
  expect(takeTypedAhead(workspace, 'bob', 100)).toBe('')
  expect(takeTypedAhead(other, 'ana', 100)).toBe('')
  expect(takeTypedAhead(workspace, 'ana', 100)).toBe('Good evening')
  expect(takeTypedAhead(workspace, 'ana', 100)).toBe('')
})

it('takes back whole characters, and nothing where there is none', () => {
  eraseAhead(workspace, 'ana', 0)
  type('Hi 👍')
  eraseAhead(workspace, 'ana', 100)
  eraseAhead(workspace, 'ana', 101)
  expect(takeTypedAhead(workspace, 'ana', 102)).toBe('Hi')
})

it('forgets what no box has taken, also where more is typed later', () => {
  type('an old word')
  expect(takeTypedAhead(workspace, 'ana', 6_000)).toBe('')
  type('another old word')
  type('new', 6_000)
  expect(takeTypedAhead(workspace, 'ana', 6_010)).toBe('new')
})
