import { describe, expect, it } from 'vitest'
import { recognisePlatform } from '#src/domain/devices/platform.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

describe('what a page runs on', () => {
  it.each([
    [`Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 5, 'android chrome'],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0`,
      5,
      'android edge',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${KIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
      5,
      'android samsung',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, 'android firefox'],
    [`${IPHONE} ${APPLE} Version/18.1 Mobile/15E148 Safari/604.1`, 5, 'ios safari'],
    [`${IPHONE} ${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`, 5, 'ios chrome'],
    [`${IPHONE} ${APPLE} EdgiOS/140.0 Version/18.0 Mobile/15E148 Safari/604.1`, 5, 'ios edge'],
    [`${IPHONE} ${APPLE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 5, 'ios firefox'],
    // From the Home Screen.
    [`${IPHONE} ${APPLE} Mobile/15E148`, 5, 'ios safari'],
    [`${MAC} ${APPLE} Version/18.1 Safari/605.1.15`, 0, 'macos safari'],
    // An iPad says that it is a Mac.
    [`${MAC} ${APPLE} Version/18.1 Safari/605.1.15`, 5, 'ios safari'],
    [`${MAC} ${KIT} Chrome/140.0.0.0 Safari/537.36`, 0, 'macos chrome'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`, 10, 'windows chrome'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
      0,
      'windows edge',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`,
      0,
      'windows other',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      0,
      'windows firefox',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 0, 'linux chrome'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/140.0.0.0 Safari/537.36`, 0, 'chromeos chrome'],
    ['', 0, 'other other'],
  ])('%s', (userAgent, touchPoints, expected) => {
    const { system, browser } = recognisePlatform(userAgent, touchPoints)
    expect(`${system} ${browser}`).toBe(expected)
  })
})
