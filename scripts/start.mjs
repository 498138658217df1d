import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'

// `npm start`: installs, builds what is missing or stale, and runs the environment until it is told to stop.
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Node below this is refused: the build and the server need it (package.json `engines` says the same). */
const LEAST_NODE = [20, 19]

requireNode(process.versions.node)
installWhatIsMissing()
await buildWhatIsStale()
runServer()

function requireNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return
  console.error(`Bellhop needs Node ${LEAST_NODE.join('.')} or newer; this is Node ${version}.`)
  process.exit(1)
}

function installWhatIsMissing() {
  try {
    installIfNeeded({ root: ROOT })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function buildWhatIsStale() {
  // Loaded late: it needs what has just been installed.
  const { buildStale } = await import('./build.mjs')
  try {
    await buildStale()
  } catch (error) {
    console.error(`The build failed: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

function runServer() {
  const main = path.join(ROOT, 'dist', 'server', 'main.js')
  const server = spawn(process.execPath, ['--enable-source-maps', main], { cwd: ROOT, stdio: 'inherit' })
  // The server ends in its own time (CONTRACT section 9, SIGTERM); this process waits for it and passes its code on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  }
  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exitCode = 1
  })
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
  })
}
