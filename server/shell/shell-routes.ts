import path from 'node:path'
import { Hono } from 'hono'
import type { ServerContext } from '../context.ts'
import { failNotFound } from '../errors.ts'
import type { App, AppContext, AppEnv } from '../http/app-env.ts'
import { writeConsolePolicy } from './content-security-policy.ts'
import { findDistFolder } from './dist-folder.ts'
import { describeEnvironments, readEnvironments } from '../environments.ts'
import { isFileName, SAFE_HEADERS, serveFile } from './static-files.ts'

/** Addresses that are never the console's (W1): an unknown one there is 404, not the shell. */
const NEVER_SHELL = ['api', 'analytics', 'guest']

/**
 * The built console with its `/environments.json`. To be mounted last: it answers every address that nobody else has.
 * `consoleFolder` is where the build is. Throws `SettingsError` for an ENVIRONMENTS_FILE that can't be used.
 */
export function shellRoutes(
  { settings }: Pick<ServerContext, 'settings'>,
  consoleFolder = path.join(findDistFolder(), 'console'),
): App {
  const environments = readEnvironments(settings.environmentsFile)
  const app = new Hono<AppEnv>()

  app.get('/environments.json', (context) => {
    const list = describeEnvironments(environments, isSecureRequest(context))
    return context.json(list, 200, { ...SAFE_HEADERS, 'Cache-Control': 'no-cache' })
  })

  app.get('*', async (context) => {
    const name = readName(context)
    if (NEVER_SHELL.includes(name.split('/')[0] ?? '')) throw failNotFound('This address')
    if (name !== '' && name !== 'index.html') {
      const file = await serveFile(context, consoleFolder, name)
      if (file) return file
      if (!isNavigation(context, name)) throw failNotFound('This file')
    }
    const policy = writeConsolePolicy(environments, context.req.header('Host') ?? null)
    const shell = await serveFile(context, consoleFolder, 'index.html', { 'Content-Security-Policy': policy })
    if (shell) return shell
    return context.text('The console is not built here: run `npm run build`.', 503, { 'Retry-After': '5' })
  })

  return app
}

/** The path without its leading slash, decoded; a malformed one is its raw text, which no file has. */
function readName(context: AppContext): string {
  const raw = context.req.path.replace(/^\//, '')
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

/** A person going to an address of the console: not a script, style or picture that is missing. */
function isNavigation(context: AppContext, name: string): boolean {
  const mode = context.req.header('Sec-Fetch-Mode')
  const isPage =
    mode === undefined ? (context.req.header('Accept') ?? '').includes('text/html') : mode === 'navigate'
  return isPage && !isFileName(name)
}

/**
 * Whether the page's own address is https. The proxy's header is taken without TRUST_PROXY: who sends a wrong one only
 * misleads themselves.
 */
function isSecureRequest(context: AppContext): boolean {
  const forwarded = context.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim()
  // An address of anybody's making need not be one: it is not parsed.
  return forwarded === undefined ? context.req.url.startsWith('https:') : forwarded === 'https'
}
