import { DEFAULT_DEMO_PASSWORD } from './auth/new-password.ts'
import { DEMO_USERS } from './demo/staff.ts'
import { readSettings } from './settings.ts'
import type { Settings } from './settings-types.ts'
import { startServer, type RunningServer } from './start-server.ts'

// The process: settings in, a running environment out, and an end in good order (CONTRACT section 9).

/** After this many milliseconds a stop that hangs is cut short, within the 5 s of CONTRACT section 9. */
const STOP_LIMIT_MS = 4_900

await run()

async function run(): Promise<void> {
  let server: RunningServer
  let settings: Settings
  try {
    settings = readSettings(process.env)
    server = await startServer(settings, { onCrash: endCrashed })
  } catch (error) {
    process.stderr.write(`Bellhop did not start: ${explainFailure(error)}\n`)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(server))
  process.stdout.write(`${describeStart(server, settings)}\n`)
}

/** Without its database the process can do nothing right; whoever supervises it starts it again. */
function endCrashed(error: Error): never {
  process.stderr.write(`Bellhop stopped: its database ended: ${error.message.split('\n')[0]}\n`)
  process.exit(1)
}

let isStopping = false
async function stop(server: RunningServer): Promise<void> {
  // A second Ctrl+C means now.
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
  await server.stop()
  process.exit(0)
}

function describeStart({ url, context }: RunningServer, settings: Settings): string {
  const lines = ['', `  Bellhop ${context.version}`, '', `  Console     ${url}`, `  Guest page  ${url}/guest`]
  if (context.isDemonstration) {
    const names = DEMO_USERS.map((user) => user.username).join(', ')
    const isDefault = settings.demoPassword === DEFAULT_DEMO_PASSWORD
    // Only the password that is no secret is printed.
    const password = isDefault ? DEFAULT_DEMO_PASSWORD : 'the one in DEMO_PASSWORD when the hotel was created'
    lines.push(`  Sign in as  ${names}`, `  Password    ${password}`)
  }
  return [...lines, ''].join('\n')
}

/** One line for the person who started it. Our own errors say it already; the system's are put into words. */
function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = Reflect.get(error, 'code')
  const port = String(Reflect.get(error, 'port') ?? '')
  const host = String(Reflect.get(error, 'address') ?? '')
  const file = String(Reflect.get(error, 'path') ?? '')
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use. Stop what uses it, or set PORT to another one.`
    case 'EACCES':
      return file === ''
        ? `port ${port} may not be opened by this user.`
        : `${file} may not be opened by this user.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine.`
    case 'ECONNREFUSED':
      return `the database of DATABASE_URL does not answer${port === '' ? '' : ` on port ${port}`}.`
    case 'ENOENT':
      return `${file} does not exist.`
    default:
      return error.message.split('\n')[0] ?? 'unknown reason'
  }
}
