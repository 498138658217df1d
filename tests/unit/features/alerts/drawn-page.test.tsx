import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlertsController } from '#src/features/alerts/alerts-controller.ts'
import { AlertsPage } from '#src/features/alerts/alerts-page.tsx'
import type { AlertsFacts } from '#src/features/alerts/health.ts'
import { InstallSection } from '#src/features/install/install-section.tsx'
import { createStore } from '#src/lib/store.ts'

const ME = { origin: 'https://bot.example', userId: 'me' }
const OFF: AlertsFacts = {
  support: 'yes',
  permission: 'default',
  isOffered: true,
  owner: null,
  wish: null,
  isSubscribed: false,
  outcome: null,
  isBusy: false,
  last: null,
}
const ON: AlertsFacts = {
  ...OFF,
  permission: 'granted',
  owner: { ...ME, userName: 'Agent', hideNames: true },
  isSubscribed: true,
  outcome: 'on',
}
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** A browser, in a tab unless it is told otherwise. */
function stubBrowser(userAgent: string, isInstalled = false): void {
  const navigator = { userAgent, maxTouchPoints: 0 }
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('window', { navigator, matchMedia: () => ({ matches: isInstalled }) })
}
beforeEach(() => stubBrowser(WINDOWS))

function draw(facts: AlertsFacts): string {
  const nothing = () => Promise.resolve()
  const controller: AlertsController = {
    me: ME,
    facts: createStore(facts),
    start: () => () => undefined,
    check: nothing,
    turnOn: nothing,
    turnOff: nothing,
    forget: nothing,
    sendTest: () => Promise.resolve({ kind: 'unreachable' }),
  }
  return renderToStaticMarkup(
    <AlertsPage controller={controller} nameEnvironment={() => 'Stage'} install={<InstallSection />} />,
  )
}

const readButtons = (html: string) =>
  [...html.matchAll(/<button type="button"( disabled="")?[^>]*>([^<]*)<\/button>/g)].map(
    ([, disabled, words]) => `${words}${disabled ? ' (off)' : ''}`,
  )
const readTitle = (html: string) => /<h2>([^<]*)<\/h2>/.exec(html)?.[1]
const countSteps = (html: string) => (html.match(/<li>/g) ?? []).length

describe('the screen about alerts', () => {
  it('off: turned on by a tap, with the names shown or hidden', () => {
    const html = draw(OFF)
    expect([readTitle(html), readButtons(html)]).toEqual(['Alerts are off', ['Turn on alerts']])
    expect(html).toMatch(/<input type="checkbox" role="switch"[^>]*\/>/)
    expect(html).not.toMatch(/checked=""/)
  })

  it('on: a test, the switch as it is, and the way out', () => {
    const html = draw(ON)
    expect([readTitle(html), readButtons(html)]).toEqual([
      'Alerts are on',
      ['Turn off alerts', 'Send a test'],
    ])
    expect(html).toMatch(/role="switch"[^>]*checked=""/)
  })

  it('while something is under way nothing can be tapped twice', () => {
    expect(readButtons(draw({ ...OFF, isBusy: true, outcome: 'off' }))).toEqual(['Turn on alerts (off)'])
    expect(draw({ ...ON, isBusy: true })).toContain('aria-busy="true"')
  })

  it('blocked: the steps of this browser, and no button that does nothing', () => {
    const html = draw({ ...OFF, permission: 'denied' })
    expect([readTitle(html), readButtons(html)]).toEqual(['Alerts are blocked', []])
    expect(html).toContain('Site settings')
    // What was on can be given up.
    expect(readButtons(draw({ ...ON, permission: 'denied' }))).toEqual(['Turn off alerts'])
  })

  it('somebody else’s: named, and taken by a tap', () => {
    const html = draw({ ...ON, owner: { ...ME, userId: 'maria', userName: 'Maria', hideNames: false } })
    expect(readButtons(html)).toEqual(['Turn on here instead'])
    expect(html).toContain('alerts are for Maria.')
  })

  it('an environment without alerts, and a browser without: said, with nothing to tap', () => {
    for (const facts of [
      { ...OFF, isOffered: false },
      { ...OFF, support: 'no' as const },
    ]) {
      expect(readButtons(draw(facts))).toEqual([])
    }
  })

  it('an iPhone in a tab: the way to the Home Screen; from there no word of installing', () => {
    stubBrowser(IPHONE)
    const html = draw({ ...OFF, support: 'home-screen' })
    expect(readTitle(html)).toBe('Alerts need Bellhop on the Home Screen')
    expect(html).toContain('Add to Home Screen')
    expect(countSteps(html)).toBe(3)
    stubBrowser(IPHONE, true)
    expect(draw(OFF)).not.toContain('Install Bellhop')
  })
})
