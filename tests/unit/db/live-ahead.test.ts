import { describe, expect, it } from 'vitest'
import { markSeen } from '#src/actions/open-chat.ts'
import { LiveAhead } from '#src/db/live-ahead.ts'
import { openDevice } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Reads one row live, and counts the readings. */
async function openReader(keptMs?: number) {
  const { workspace } = await openDevice()
  const ahead = new LiveAhead<string>(keptMs)
  const made = { readings: 0 }
  const read = async () => {
    made.readings += 1
    return (await workspace.outbox.seen.get('c'))?.seenAt ?? 'never'
  }
  const write = (seenAt: string) => markSeen(workspace, 'c', seenAt)
  return { workspace, ahead, made, read, write }
}

describe('a live query that is begun before its screen is there', () => {
  it('is taken over with its answer, once, and followed from then on', async () => {
    const { workspace, ahead, made, read, write } = await openReader()
    ahead.begin(workspace, 'key', read)
    ahead.begin(workspace, 'key', read)
    const query = ahead.take(workspace, 'key')
    await waitFor('the answer', () => query?.hasValue() === true)
    expect(query?.getValue?.()).toEqual({ key: 'key', value: 'never' })
    const answers: string[] = []
    const running = query?.subscribe(({ value }) => answers.push(value))
    expect(answers).toEqual(['never'])
    expect(made.readings).toBe(1)
    expect(ahead.take(workspace, 'key')).toBeNull()
    await write('2026-07-01T12:00:00.000Z')
    await waitFor('the change', () => answers.length === 2)
    running?.unsubscribe()
    await write('2026-07-01T13:00:00.000Z')
    expect(await read()).toBe('2026-07-01T13:00:00.000Z')
    expect(answers).toEqual(['never', '2026-07-01T12:00:00.000Z'])
    expect(made.readings).toBe(3)
  })

  it('is not another key’s, and begins anew for whoever subscribes after its end', async () => {
    const { workspace, ahead, made, read } = await openReader()
    ahead.begin(workspace, 'one', read)
    const one = ahead.take(workspace, 'one')
    expect(ahead.take(workspace, 'other')).toBeNull()
    ahead.begin(workspace, 'other', read)
    expect(ahead.take(workspace, 'one')).toBeNull()
    const answers: string[] = []
    one?.subscribe(({ value }) => answers.push(value))
    await waitFor('the answer of what began anew', () => answers.length === 1)
    expect(made.readings).toBe(2)
  })

  it('ends where nobody takes it over', async () => {
    const { workspace, ahead, made, read, write } = await openReader(0)
    ahead.begin(workspace, 'key', read)
    await waitFor('its end', () => ahead.take(workspace, 'key') === null)
    const before = made.readings
    await write('2026-07-01T12:00:00.000Z')
    await read()
    expect(made.readings).toBe(before + 1)
  })

  it('a reading that fails leaves whoever comes to begin anew', async () => {
    const { workspace, ahead, read } = await openReader()
    let isBroken = true
    ahead.begin(workspace, 'key', () => (isBroken ? Promise.reject(new Error('no disk')) : read()))
    const query = ahead.take(workspace, 'key')
    await waitFor('the failure', () => ahead.take(workspace, 'key') === null)
    isBroken = false
    const answers: string[] = []
    query?.subscribe(({ value }) => answers.push(value))
    await waitFor('the answer', () => answers.length === 1)
    expect(answers).toEqual(['never'])
  })
})
