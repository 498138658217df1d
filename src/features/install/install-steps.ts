import type { Platform } from '#src/domain/devices/platform.ts'

/** How Bellhop gets an icon of its own where the browser can't be asked; none where it can't have one. */
export function listInstallSteps({ system, browser }: Platform): string[] {
  switch (system) {
    case 'ios':
      return [
        browser === 'safari'
          ? 'Tap “Share”, the square with an arrow, in Safari’s bar.'
          : 'Tap “Share”, the square with an arrow, beside the address.',
        'Scroll down and tap “Add to Home Screen”, then “Add”.',
        'Open Bellhop from its new icon and sign in there.',
      ]
    case 'android':
      return [
        'Open the browser’s menu, the three dots.',
        browser === 'firefox'
          ? 'Tap “Add app to Home screen”, or “Install”.'
          : 'Tap “Add to Home screen”, then “Install”.',
        'Open Bellhop from its new icon.',
      ]
    case 'macos':
      return browser === 'safari'
        ? ['Choose “File”, then “Add to Dock …”.', 'Choose “Add”, and open Bellhop from the Dock.']
        : listDesktopSteps(browser)
    default:
      return listDesktopSteps(browser)
  }
}

function listDesktopSteps(browser: Platform['browser']): string[] {
  switch (browser) {
    case 'chrome':
      return [
        'Click the install icon at the right of the address; or open the menu, the three dots.',
        'Choose “Cast, save and share”, then “Install page as app …”.',
      ]
    case 'edge':
      return ['Open the menu, the three dots.', 'Choose “Apps”, then “Install this site as an app”.']
    default:
      return []
  }
}
