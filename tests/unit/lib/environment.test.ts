import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { environmentsSchema } from '#src/contract/environments.ts'
import {
  chooseEnvironment,
  defaultEnvironment,
  environmentOrigin,
  findAvailable,
  findDefault,
  storeChoice,
  viewEnvironment,
} from '#src/lib/environment.ts'
import { createWebStorage, createRefusingStorage } from '#tests/support/web-storage.ts'

const OPTIONS = v.parse(environmentsSchema, [
  { key: 'p', label: 'Production', value: 'prod', url: 'bot.example' },
  { key: 'l', label: 'Local', value: 'local', url: 'localhost:3978', secure: false },
  { key: 's', label: 'Stage', value: 'stage' },
  { key: 'q', label: 'QA', value: 'qa', url: 'qa.example:8443' },
])
const PAGE = 'https://console.example'

describe('the default by address (specification section 4, CONTRACT section 7)', () => {
  it.each([
    ['localhost', 'local'],
    ['127.0.0.1', 'local'],
    ['[::1]', 'local'],
    ['stage.hotel.example', 'stage'],
    ['my-qa-box.example', 'qa'],
    ['stage-qa.example', 'stage'],
    ['console.example', 'prod'],
    ['localhost.example', 'prod'],
  ])('%s: %s', (hostname, value) => {
    expect(defaultEnvironment(hostname)).toBe(value)
    expect(findDefault(OPTIONS, { hostname })?.value).toBe(value)
  })

  it('an address whose environment the list does not have has none', () => {
    expect(findDefault(OPTIONS.slice(0, 1), { hostname: 'x-qa.example' })).toBeNull()
  })
})

describe('the choice', () => {
  const choose = (hostname: string, search: string, storage: Storage | null) =>
    chooseEnvironment(OPTIONS, { hostname, search }, storage)?.key

  it('asked for in the address (production alone), remembered, else chosen before, else the default', () => {
    const storage = createWebStorage()
    expect(choose('localhost', '', storage)).toBe('l')
    expect(choose('localhost', '?env=nonsense', storage)).toBe('l')
    expect(choose('localhost', '?env=qa', storage)).toBe('l')
    expect(choose('localhost', '?env=prod', storage)).toBe('p')
    expect(choose('localhost', '', storage)).toBe('p')
    expect(storeChoice(storage, 'qa')).toBe(true)
    expect(choose('localhost', '', storage)).toBe('q')
    expect(choose('x-qa.example', '?env=prod', null)).toBe('p')
  })

  it('one that lost its url, or that the list no longer has, is passed over', () => {
    const storage = createWebStorage()
    storeChoice(storage, 'stage')
    expect(choose('console.example', '', storage)).toBe('p')
    storage.setItem('bellhop:environment', 'moon')
    expect(choose('console.example', '', storage)).toBe('p')
  })

  it('a default without a url is given all the same: it is logged, and nothing is drawn', () => {
    const stage = chooseEnvironment(OPTIONS, { hostname: 'stage.example', search: '' }, null)
    expect(stage?.key).toBe('s')
    expect(stage && environmentOrigin(stage, PAGE)).toBeNull()
  })

  it('a browser that refuses to store starts in the default, and says that it keeps no choice', () => {
    const storage = createRefusingStorage()
    expect(choose('console.example', '?env=prod', storage)).toBe('p')
    expect(storeChoice(storage, 'qa')).toBe(false)
    expect(storeChoice(null, 'qa')).toBe(false)
  })
})

describe('where it is', () => {
  it('an origin is secure unless said otherwise; "." is the page; no url is none', () => {
    const origins = OPTIONS.map((option) => environmentOrigin(option, PAGE))
    expect(origins).toEqual(['https://bot.example', 'http://localhost:3978', null, 'https://qa.example:8443'])
    const [prod] = OPTIONS
    expect(prod && environmentOrigin({ ...prod, url: '.' }, PAGE)).toBe(PAGE)
  })

  it('is shown with what a switcher needs', () => {
    expect(OPTIONS.map((option) => viewEnvironment(option, 'q', PAGE))).toEqual([
      { key: 'p', label: 'Production', origin: 'https://bot.example', isCurrent: false, isProduction: true },
      { key: 'l', label: 'Local', origin: 'http://localhost:3978', isCurrent: false, isProduction: false },
      { key: 's', label: 'Stage', origin: null, isCurrent: false, isProduction: false },
      { key: 'q', label: 'QA', origin: 'https://qa.example:8443', isCurrent: true, isProduction: false },
    ])
  })
})

describe('the environment that a refused sign-in names (CONTRACT section 3)', () => {
  it.each([
    ['one of the list', 'qa', 'https://bot.example', 'https://qa.example:8443'],
    ['one that the list does not have', 'moon', 'https://bot.example', null],
    ['one of its values that the list does not have', 'dev', 'https://bot.example', null],
    ['one without a url', 'stage', 'https://bot.example', null],
    ['the present one again', 'prod', 'https://bot.example', null],
    ['an insecure one from a secure one', 'local', 'https://bot.example', null],
    ['a secure one from an insecure one', 'prod', 'http://localhost:3978', 'https://bot.example'],
    ['an insecure one from an insecure one', 'local', 'http://other:1', 'http://localhost:3978'],
  ])('%s', (_, botType, from, expected) => {
    expect(findAvailable(OPTIONS, botType, from, PAGE)).toBe(expected)
  })
})
