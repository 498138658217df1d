/** What a page runs on, as far as the steps through its settings differ. */
export type System = 'android' | 'ios' | 'macos' | 'windows' | 'chromeos' | 'linux' | 'other'
export type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'samsung' | 'other'

export interface Platform {
  system: System
  browser: Browser
}

/** An iPad's Safari calls itself a Mac's; no Mac has a touch screen. */
const IPAD_TOUCH_POINTS = 2

/** In this order: the later ones are in the words of the earlier ones too. */
const BROWSERS: readonly [RegExp, Browser][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:OPR|OPT|OPX|YaBrowser|Vivaldi|DuckDuckGo)\//, 'other'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'safari'],
  // An app on an iPhone's Home Screen says less of itself than its browser does.
  [/\b(?:iPhone|iPad|iPod)\b.*\bAppleWebKit\//, 'safari'],
]

const SYSTEMS: readonly [RegExp, System][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bAndroid\b/, 'android'],
  [/\bCrOS\b/, 'chromeos'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macos'],
  [/\bWindows\b/, 'windows'],
  [/\bLinux\b|\bX11\b/, 'linux'],
]

/**
 * Reads system and browser from what a browser says of itself. For words alone: what it can do is asked of itself.
 * `maxTouchPoints` as in `navigator`.
 */
export function recognisePlatform(userAgent: string, maxTouchPoints: number): Platform {
  const system = findFirst(SYSTEMS, userAgent) ?? 'other'
  const isIpad = system === 'macos' && maxTouchPoints >= IPAD_TOUCH_POINTS
  return {
    system: isIpad ? 'ios' : system,
    browser: findFirst(BROWSERS, userAgent) ?? (isIpad ? 'safari' : 'other'),
  }
}

function findFirst<T>(list: readonly [RegExp, T][], text: string): T | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1]
}
