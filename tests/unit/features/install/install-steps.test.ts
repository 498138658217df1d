import { describe, expect, it } from 'vitest'
import type { Browser, System } from '#src/domain/devices/platform.ts'
import { listInstallSteps } from '#src/features/install/install-steps.ts'

describe('how Bellhop gets an icon of its own', () => {
  it.each<[System, Browser, RegExp]>([
    ['ios', 'safari', /“Share”.*Safari’s bar.*“Add to Home Screen”.*sign in there/s],
    ['ios', 'chrome', /“Share”.*beside the address.*“Add to Home Screen”/s],
    ['android', 'chrome', /three dots.*“Add to Home screen”, then “Install”/s],
    ['android', 'firefox', /three dots.*“Add app to Home screen”/s],
    ['macos', 'safari', /“Add to Dock/],
    ['macos', 'chrome', /Install page as app/],
    ['windows', 'edge', /“Apps”/],
  ])('on %s in %s', (system, browser, words) => {
    expect(listInstallSteps({ system, browser }).join('\n')).toMatch(words)
  })

  it.each<[System, Browser]>([
    ['linux', 'firefox'],
    ['macos', 'firefox'],
    ['other', 'other'],
  ])('on %s in %s it can’t have one', (system, browser) => {
    expect(listInstallSteps({ system, browser })).toEqual([])
  })
})
