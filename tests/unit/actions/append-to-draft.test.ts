import { describe, expect, it } from 'vitest'
import { appendToDraft, saveDraft } from '#src/actions/save-draft.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

async function append(typed: string, text: string, at = NOON + 1) {
  const { workspace } = await openDevice()
  await saveDraft(workspace, 'c', typed, NOON)
  await appendToDraft(workspace, 'c', text, at)
  return { workspace, row: await workspace.outbox.drafts.get('c') }
}

describe('a message that was not delivered, taken up again', () => {
  it.each([
    ['an empty draft becomes it', '', 'hello', 'hello'],
    ['so does one of blanks', ' \n', 'hello', 'hello'],
    ['what is typed stays in front, on a line of its own', 'and you?', 'hello', 'and you?\nhello'],
    ['an open line is used', 'and you?\n', 'hello', 'and you?\nhello'],
    ['a second press adds nothing', 'and you?\nhello', 'hello', 'and you?\nhello'],
    ['nor where it is the whole draft', 'hello', 'hello', 'hello'],
    ['an end that only looks alike is another text', 'oh, hello', 'hello', 'oh, hello\nhello'],
    ['line by line', 'one\ntwo', 'two\nthree', 'one\ntwo\ntwo\nthree'],
  ])('%s', async (_name, typed, text, joined) => {
    const { row } = await append(typed, text)
    expect(row?.text).toBe(joined)
  })

  it('sends nothing', async () => {
    const { workspace } = await append('', 'hello')
    expect(await readLane(workspace.outbox, 'c')).toEqual([])
  })

  it('is newer than what was kept, also by a clock that was set back', async () => {
    expect((await append('typed', 'hello', NOON - 60_000)).row?.updatedAt).toBe(NOON + 1)
    expect((await append('typed', 'hello', NOON + 60_000)).row?.updatedAt).toBe(NOON + 60_000)
  })
})
