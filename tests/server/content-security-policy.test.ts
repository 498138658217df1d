import { describe, expect, it } from 'vitest'
import { writeConsolePolicy, writeGuestPolicy } from '#server/shell/content-security-policy.ts'
import type { EnvironmentOption } from '#src/contract/environments.ts'

const ENTRY: EnvironmentOption = {
  key: 'x',
  label: 'X',
  value: 'qa',
  url: 'qa.example',
  botType: 'hotel',
  secure: true,
  dashboards: {},
}

describe('the policy of the console', () => {
  const SOCIAL = /facebook/
  const read = (entries: EnvironmentOption[], name: string, ownHost = 'desk.example:3978') =>
    readDirective(writeConsolePolicy(entries, ownHost), name)

  it('lets the page call and listen to every environment, as secure as each is, and to no other', () => {
    const entries = [
      { ...ENTRY, url: 'prod.example', secure: true },
      { ...ENTRY, url: 'qa.example:8443', secure: true },
      { ...ENTRY, url: 'localhost:3978', secure: false },
      { ...ENTRY, url: '[::1]:3978', secure: false },
      { ...ENTRY, url: '.', secure: false },
      { ...ENTRY, url: '', secure: true },
    ]
    expect(read(entries, 'connect-src')).toEqual([
      "'self'",
      'blob:',
      'data:',
      'ws://desk.example:3978',
      'wss://desk.example:3978',
      'https://prod.example',
      'https://qa.example:8443',
      'http://localhost:3978',
      'http://[::1]:3978',
      'wss://prod.example',
      'wss://qa.example:8443',
      'ws://localhost:3978',
      'ws://[::1]:3978',
    ])
    // Pictures of an environment that is not secure are not among `https:`.
    expect(read(entries, 'img-src')).toContain('http://localhost:3978')
  })

  it('lets every dashboard be shown, by its origin, once', () => {
    const dashboards = {
      hotel: [
        { title: 'Messages', url: 'https://reports.example/messages?x=1' },
        { title: 'Users', url: 'https://reports.example/users' },
      ],
      resort: [
        { title: 'Goals', url: 'https://goals.example:8443/board' },
        { title: 'Own', url: '/dashboards/own' },
        { title: 'Bad', url: 'javascript:alert(1)' },
      ],
    }
    expect(read([{ ...ENTRY, dashboards }], 'frame-src')).toEqual([
      "'self'",
      'blob:',
      'https://reports.example',
      'https://goals.example:8443',
    ])
  })

  it('lets the social network in where an environment has its app, and nowhere else', () => {
    const withApp = [ENTRY, { ...ENTRY, facebookAppId: '1234' }]
    expect(read(withApp, 'script-src')).toEqual(["'self'", 'https://connect.facebook.net'])
    expect(read(withApp, 'connect-src')).toEqual(
      expect.arrayContaining(['https://graph.facebook.com', 'https://www.facebook.com']),
    )
    expect(read(withApp, 'frame-src')).toEqual(
      expect.arrayContaining(['https://www.facebook.com', 'https://web.facebook.com']),
    )
    for (const without of [[ENTRY], [{ ...ENTRY, facebookAppId: '' }]]) {
      expect(writeConsolePolicy(without, null)).not.toMatch(SOCIAL)
      expect(read(without, 'script-src')).toEqual(["'self'"])
    }
  })

  it('lets no text become markup or a script but by the page’s one policy, where all of its scripts are ours', () => {
    const strict = ['style-src-attr', 'require-trusted-types-for', 'trusted-types']
    expect(strict.map((name) => read([ENTRY], name))).toEqual([["'none'"], ["'script'"], ['default']])
    const withApp = [{ ...ENTRY, facebookAppId: '1234' }]
    expect(strict.map((name) => read(withApp, name))).toEqual([[], [], []])
    const guests = (name: string) => readDirective(writeGuestPolicy('desk.example'), name)
    expect([guests('require-trusted-types-for'), guests('trusted-types')]).toEqual([["'script'"], ["'none'"]])
  })

  it('lets sounds be played from memory: their address wants the token', () => {
    expect(read([], 'media-src')).toEqual(["'self'", 'blob:'])
  })

  it('lets no address add directives of its own', () => {
    const url = "a.example; script-src 'unsafe-inline'"
    const dashboards = { b: [{ title: 'x', url: "https://a.example; script-src 'unsafe-inline'" }] }
    const policy = writeConsolePolicy([{ ...ENTRY, url, dashboards }], "evil'; script-src *")
    expect(policy.match(/script-src/g)).toHaveLength(1)
    expect(policy).not.toContain('evil')
  })
})

function readDirective(policy: string, name: string): string[] {
  const found = policy.split('; ').find((directive) => directive.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}
