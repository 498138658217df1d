import type { Platform } from '#src/domain/devices/platform.ts'

const BACK = 'Come back here: this page notices the change.'

/** How notifications are allowed again on this device, step by step, by its browser and system. */
export function listUnblockSteps({ system, browser }: Platform, isInstalled: boolean): string[] {
  switch (system) {
    case 'ios':
      return [
        'Open the Settings app and choose “Notifications”.',
        'Choose “Bellhop” and switch “Allow Notifications” on.',
        BACK,
      ]
    case 'android':
      return isInstalled ? INSTALLED_ON_ANDROID : listAndroidSteps(browser)
    default:
      return listDesktopSteps({ system, browser })
  }
}

const INSTALLED_ON_ANDROID = [
  'Hold Bellhop’s icon on the Home screen, then tap “App info”.',
  'Tap “Notifications” and switch them on.',
  BACK,
]

function listAndroidSteps(browser: Platform['browser']): string[] {
  if (browser === 'firefox') {
    return ['Tap the lock beside the address.', 'Tap “Notification” until it says “Allowed”.', BACK]
  }
  if (browser === 'samsung') {
    return [
      'Open the browser’s menu, then “Settings” and “Sites and downloads”.',
      'Tap “Notifications” and switch them on for this address.',
      BACK,
    ]
  }
  return [
    'Tap the icon at the left of the address, then “Permissions”.',
    'Tap “Notifications” and switch them on.',
    `If they stay off, open Android’s Settings, “Apps”, ${nameBrowser(browser)}, “Notifications”, and allow them.`,
    BACK,
  ]
}

function listDesktopSteps({ system, browser }: Platform): string[] {
  switch (browser) {
    case 'safari':
      return [
        'Choose “Safari”, “Settings …”, then “Websites” and “Notifications”.',
        'Set this address to “Allow”.',
        'In System Settings, “Notifications”, allow them for Safari or Bellhop.',
        BACK,
      ]
    case 'firefox':
      return [
        'Click the crossed-out speech bubble, or the lock, at the left of the address.',
        'Take the block off “Send notifications”.',
        `${BACK} Then turn alerts on and choose “Allow”.`,
      ]
    case 'edge':
      return [
        'Click the lock at the left of the address, then “Permissions for this site”.',
        'Set “Notifications” to “Allow”.',
        describeSystem(system, 'Microsoft Edge'),
        BACK,
      ]
    case 'chrome':
      return [
        'Click the icon at the left of the address, then “Site settings”.',
        'Set “Notifications” to “Allow”.',
        describeSystem(system, 'Chrome'),
        BACK,
      ]
    default:
      return [
        'Open this site’s settings, most often by the icon at the left of the address.',
        'Allow notifications.',
        BACK,
      ]
  }
}

/** The system may block a browser that allows it. */
function describeSystem(system: Platform['system'], browser: string): string {
  switch (system) {
    case 'windows':
      return `If none appear, open Windows’ Settings, “System”, “Notifications”, and switch ${browser} on.`
    case 'macos':
      return `If none appear, open System Settings, “Notifications”, and allow ${browser}.`
    default:
      return `If none appear, look whether the system mutes ${browser}’s notifications.`
  }
}

function nameBrowser(browser: Platform['browser']): string {
  return browser === 'edge' ? 'Edge' : browser === 'chrome' ? 'Chrome' : 'your browser'
}
