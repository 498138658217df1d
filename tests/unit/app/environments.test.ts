import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createEnvironments } from '#src/app/environments.ts'
import { environmentsSchema } from '#src/contract/environments.ts'
import { chooseEnvironment, environmentOrigin } from '#src/lib/environment.ts'
import { createRefusingStorage, createWebStorage } from '#tests/support/web-storage.ts'

const OPTIONS = v.parse(environmentsSchema, [
  { key: 'p', label: 'Production', value: 'prod', url: '.' },
  { key: 's', label: 'Stage', value: 'stage', url: 'stage.example' },
  { key: 'q', label: 'QA', value: 'qa' },
])
const ORIGIN = 'https://console.example'

/** A page at an address, in the environment that it chooses there; `log` is what it did, in order. */
function openPage(path = '/messenger/c1?chatFilter=paused', storage: Storage | null = createWebStorage()) {
  const log: string[] = []
  const { hostname, origin, pathname, search } = new URL(ORIGIN + path)
  const location = {
    hostname,
    origin,
    pathname,
    search,
    assign: (to: string | URL) => void log.push(`to ${String(to)}`),
  }
  const current = chooseEnvironment(OPTIONS, location, storage)
  const reached = current && environmentOrigin(current, origin)
  if (!current || reached === null) throw new Error('no environment')
  const leave = (reached: string | null) => {
    log.push(`left for ${reached ?? 'nowhere'}`)
    return Promise.resolve()
  }
  return {
    storage,
    log,
    environments: createEnvironments(OPTIONS, current, reached, { location, storage, leave }),
  }
}

describe('switching environments (specification section 4)', () => {
  it('keeps the choice, leaves what is to be left, and then starts anew at the messenger', async () => {
    const { environments, storage, log } = openPage()
    expect(environments.current.key).toBe('p')
    expect(environments.switchTo('s')).toBe(true)
    expect(log).toEqual(['left for https://stage.example'])
    await expect.poll(() => log.at(-1)).toBe('to /messenger')
    expect(log).toHaveLength(2)
    expect(openPage('/messenger', storage).environments.current.key).toBe('s')
  })

  it('and back', () => {
    const { storage, environments } = openPage()
    environments.switchTo('s')
    const there = openPage('/messenger', storage)
    expect(there.environments.fallback?.key).toBe('p')
    expect(there.environments.switchTo('p')).toBe(true)
    expect(openPage('/messenger', storage).environments.current.key).toBe('p')
  })

  it.each(['q', 'nonsense'])('one without an address, or unknown (%s), is not entered', (key) => {
    const { environments, log } = openPage()
    expect(environments.switchTo(key)).toBe(false)
    expect(log).toEqual([])
  })

  it.each([null, createRefusingStorage()])(
    'where the choice can’t be kept nothing happens, and that is said',
    (storage) => {
      const { environments, log } = openPage('/messenger', storage)
      expect(environments.switchTo('s')).toBe(false)
      expect(log).toEqual([])
    },
  )

  it('the default is offered as a way back only from another one', () => {
    const { environments } = openPage()
    expect(environments.fallback).toBeNull()
  })
})

describe('a sign-in that ended in another environment', () => {
  it('goes on there at the same address', async () => {
    const { environments, log, storage } = openPage('/messenger/c1?env=prod&chatFilter=paused')
    expect(environments.findAvailable('stage')).toBe('https://stage.example')
    expect(environments.followSignIn('https://stage.example')).toBe(true)
    await expect.poll(() => log.at(-1)).toBe('to /messenger/c1?chatFilter=paused')
    expect(log[0]).toMatch(/^left for /)
    expect(openPage('/messenger', storage).environments.current.key).toBe('s')
  })

  it('a place that the list does not have is not followed', () => {
    expect(openPage().environments.followSignIn('https://elsewhere.example')).toBe(false)
  })
})
