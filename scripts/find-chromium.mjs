import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import process from 'node:process'

/** How to get one where it can't be had by itself. */
export const HOW_TO_GET_CHROMIUM =
  'install one (Debian: apt-get install chromium; macOS: brew install --cask chromium; Windows: winget install Google.Chrome) or set CHROMIUM_PATH'
/** What to do where there is none, in one line. */
export const NO_CHROMIUM = `No Chromium found for the browser tests: ${HOW_TO_GET_CHROMIUM}.`
/** What the name of a journey ends with that is not walked in a headless shell: what was not tested is to be seen. */
export const NEEDS_WHOLE_BROWSER = '[needs the whole browser]'
/** The one that `npm test` fetches where there is none (decision 033). */
export const FETCHED_VERSION = '153.0.0'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
/** Chromium without the browser around the page. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const MAC_APPS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS_PATHS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * The path of a Chromium: CHROMIUM_PATH, else one in the usual places of this system, else the headless shell that was
 * fetched; null where there is none. Throws where CHROMIUM_PATH names something that cannot be run, instead of silently
 * taking another.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | null}
 */
export function findChromium(env = process.env) {
  const named = env.CHROMIUM_PATH
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a program that can be run.`)
  }
  return [...listPlaces(env), placeOfFetched(env)].find(isExecutable) ?? null
}

/**
 * The path of a headless shell: Chromium's own engine without the browser around the page, so without push messages,
 * installation and what else is the browser's, for a quarter less work. Null where there is none on PATH, or CHROMIUM_PATH
 * names what to take.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | null}
 */
export function findHeadlessShell(env = process.env) {
  if (env.CHROMIUM_PATH) return null
  return listOnPath(env, SHELL_NAMES).find(isExecutable) ?? null
}

/** Whether that is Chromium without the browser around the page; Debian and `placeOfFetched` name it so. */
export function isHeadlessShell(path) {
  return SHELL_NAMES.includes(basename(path))
}

/**
 * Where the fetched one is, or would be: beside the packages in npm's own cache, which outlives `node_modules` and serves
 * every clone. npm tells its scripts where that is.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function placeOfFetched(env) {
  const cache = env.npm_config_cache || join(env.HOME || homedir(), '.npm')
  return join(cache, 'bellhop', `chromium-${FETCHED_VERSION}`, 'chromium-headless-shell')
}

function listPlaces(env) {
  if (process.platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    return folders.flatMap((folder) => WINDOWS_PATHS.map((path) => join(folder, path)))
  }
  const onPath = listOnPath(env, NAMES)
  if (process.platform !== 'darwin') return [...onPath, '/usr/bin/chromium', '/snap/bin/chromium']
  const folders = ['/Applications', join(env.HOME ?? '', 'Applications')]
  return [...folders.flatMap((folder) => MAC_APPS.map((app) => join(folder, app))), ...onPath]
}

function listOnPath(env, names) {
  return (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
