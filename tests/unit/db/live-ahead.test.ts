import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { markSeen } from '#src/actions/open-chat.ts'
import { LiveAhead } from '#src/db/live-ahead.ts'
import { closeWorkspace } from '#src/db/workspace.ts'
import { openDevice } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NOON = '2026-07-01T12:00:00.000Z'
const ONE = '2026-07-01T13:00:00.000Z'
const TWO = '2026-07-01T14:00:00.000Z'
const THREE = '2026-07-01T15:00:00.000Z'

/** Reads one row live, and counts the readings. */
async function openReader(most?: number) {
  const { workspace } = await openDevice()
  const ahead = new LiveAhead<string>(most)
  const made = { readings: 0 }
  const read = async () => {
    made.readings += 1
    return (await workspace.outbox.seen.get('c'))?.seenAt ?? 'never'
  }
  const write = (seenAt: string) => markSeen(workspace, 'c', seenAt)
  const take = (key = 'key') => ahead.take(workspace, key, read)
  /** What a screen is told of a key, until it leaves. */
  const follow = (key = 'key') => {
    const answers: string[] = []
    const running = take(key)?.subscribe(({ value }) => answers.push(value))
    return { answers, leave: () => running?.unsubscribe() }
  }
  const begin = (key = 'key') => void ahead.begin(workspace, key, read)
  return { workspace, ahead, made, read, write, take, follow, begin }
}

describe('a live query that is begun before its screen is there', () => {
  it('is taken over with its answer, once, and followed from then on', async () => {
    const { made, write, begin, take } = await openReader()
    begin()
    begin()
    const query = take()
    await waitFor('the answer', () => query?.hasValue() === true)
    expect(query?.getValue?.()).toEqual({ key: 'key', value: 'never' })
    const answers: string[] = []
    query?.subscribe(({ value }) => answers.push(value))
    expect(answers).toEqual(['never'])
    expect(made.readings).toBe(1)
    expect(take()).toBeNull()
    await write(NOON)
    await waitFor('the change', () => answers.length === 2)
    expect(answers).toEqual(['never', NOON])
    expect(made.readings).toBe(2)
  })

  it('says when it has been read, and when it never will be', async () => {
    const { workspace, ahead, read, take } = await openReader()
    await ahead.begin(workspace, 'key', read)
    expect(take()?.hasValue()).toBe(true)
    const ended = ahead.begin(workspace, 'other', () => new Promise<never>(() => undefined))
    closeWorkspace(workspace)
    await ended
  })

  it('is begun by whoever asks first, and is not another key’s', async () => {
    const { made, follow } = await openReader()
    const one = follow('one')
    const other = follow('other')
    await waitFor('both answers', () => one.answers.length === 1 && other.answers.length === 1)
    expect(made.readings).toBe(2)
  })

  it('a reading that fails leaves whoever comes to begin anew', async () => {
    const { workspace, ahead, read } = await openReader()
    let isBroken = true
    const readBroken = () => (isBroken ? Promise.reject(new Error('no disk')) : read())
    const query = ahead.take(workspace, 'key', readBroken)
    const failures: unknown[] = []
    query?.subscribe(
      () => undefined,
      (error) => failures.push(error),
    )
    await waitFor('the failure', () => failures.length === 1)
    isBroken = false
    const answers: string[] = []
    query?.subscribe(({ value }) => answers.push(value))
    ahead.take(workspace, 'key', readBroken)?.subscribe(({ value }) => answers.push(value))
    await waitFor('the answers', () => answers.length === 2)
    expect(answers).toEqual(['never', 'never'])
  })
})

describe('a live query of what is about to be stored', () => {
  /** What is expected of a row; `bring` gives it, `store` says that it is in the database. */
  async function openExpected() {
    const reader = await openReader()
    let bring: (seenAt: string) => void = () => undefined
    let fail: (error: Error) => void = () => undefined
    let store: () => void = () => undefined
    const value = new Promise<string>((resolve, reject) => ([bring, fail] = [resolve, reject]))
    const stored = new Promise<void>((resolve) => (store = resolve))
    reader.workspace.storedBehind = stored
    reader.ahead.expect(reader.workspace, 'key', reader.read, value)
    return { ...reader, bring, fail, store }
  }

  it('is answered with that, and read once it is stored', async () => {
    const { made, write, follow, bring, store } = await openExpected()
    const { answers } = follow()
    bring(NOON)
    await waitFor('what was expected', () => answers.length === 1)
    await write(ONE)
    expect(made.readings).toBe(0)
    store()
    await waitFor('the reading', () => answers.length === 2)
    expect(answers).toEqual([NOON, ONE])
    await write(TWO)
    await waitFor('the change', () => answers.at(-1) === TWO)
  })

  it('has it for whoever comes after', async () => {
    const { take, bring } = await openExpected()
    expect(take()?.hasValue()).toBe(false)
    bring(NOON)
    await waitFor('what was expected', () => take()?.hasValue() === true)
    expect(take()?.getValue?.()).toEqual({ key: 'key', value: NOON })
  })

  it('is read alone where that comes later', async () => {
    const { follow, bring, store } = await openExpected()
    const { answers } = follow()
    store()
    await waitFor('the reading', () => answers.length === 1)
    bring(NOON)
    await setTimeout(50)
    expect(answers).toEqual(['never'])
  })

  it('is read alone where that does not come', async () => {
    const { follow, fail, store } = await openExpected()
    const { answers } = follow()
    fail(new Error('no line'))
    store()
    await waitFor('the reading', () => answers.length === 1)
    expect(answers).toEqual(['never'])
  })

  it('is not read for a screen that was left meanwhile and its databases closed', async () => {
    const { workspace, made, follow, store } = await openExpected()
    const { answers, leave } = follow()
    leave()
    closeWorkspace(workspace)
    store()
    await setTimeout(50)
    expect([made.readings, answers]).toEqual([0, []])
  })
})

describe('a live query whose screen was left', () => {
  it('has what changed meanwhile for whoever comes back, and reads nothing then', async () => {
    const { made, write, follow, take } = await openReader()
    const first = follow()
    await waitFor('the answer', () => first.answers.length === 1)
    // What changes while somebody looks on, however often, is followed.
    await write(NOON)
    await waitFor('the change', () => first.answers.length === 2)
    first.leave()
    const before = made.readings
    expect(take()?.getValue?.()).toEqual({ key: 'key', value: NOON })
    const again = follow()
    expect(again.answers).toEqual([NOON])
    expect(made.readings).toBe(before)
    await write(ONE)
    await waitFor('the change', () => again.answers.length === 2)
    expect(first.answers).toEqual(['never', NOON])
  })

  it('rests where it changes again at once, and is read when it has rested: no burst reads it once a change', async () => {
    const { made, write, begin, take, follow } = await openReader()
    begin()
    const query = take()
    await waitFor('the answer', () => query?.hasValue() === true)
    await write(NOON)
    await waitFor('its rest', () => query?.hasValue() === false)
    const before = made.readings
    await write(ONE)
    await write(TWO)
    expect(made.readings).toBe(before)
    await waitFor('the reading after its rest', () => query?.hasValue() === true)
    expect(query?.getValue?.()).toEqual({ key: 'key', value: TWO })
    expect(made.readings).toBe(before + 1)
    // Who comes while it rests does not wait for that.
    await write(THREE)
    await waitFor('its rest', () => query?.hasValue() === false)
    const followed = follow()
    await waitFor('the answer', () => followed.answers.at(-1) === THREE)
  })

  it('gives way to those that were asked for since, but for what somebody follows', async () => {
    const { made, follow, begin, take } = await openReader(2)
    const followed = follow('followed')
    begin('one')
    await waitFor('the readings', () => made.readings === 2 && take('one')?.hasValue() === true)
    begin('two')
    await waitFor('the reading', () => take('two')?.hasValue() === true)
    expect(take('followed')).toBeNull()
    expect(take('one')?.hasValue()).toBe(false)
    expect(followed.answers).toEqual(['never'])
  })

  it('ends with its databases, and begins anew once they were reopened', async () => {
    const { workspace, begin, take } = await openReader()
    begin()
    const query = take()
    await waitFor('the answer', () => query?.hasValue() === true)
    workspace.reopened.raise()
    expect(take()).not.toBe(query)
    const reopened = take()
    await waitFor('the answer', () => reopened?.hasValue() === true)
    closeWorkspace(workspace)
    // Nothing of a session that is over stays in memory.
    expect(reopened?.hasValue()).toBe(false)
  })
})
