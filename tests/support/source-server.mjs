// The server from its sources as a process of its own, for what only a process can show. Settings come from the
// environment (CONTRACT section 9), WORKER_FILE is the embedded database's worker. Prints `ready` once it can serve.
import process from 'node:process'
import { runnerImport } from 'vite'

const { module: settings } = await runnerImport('/server/settings.ts', { logLevel: 'error' })
const { module: server } = await runnerImport('/server/start-server.ts', { logLevel: 'error' })
await server.startServer(settings.readSettings(process.env), { workerFile: process.env.WORKER_FILE })
process.stdout.write('ready\n')
