import { hash } from '@node-rs/argon2'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { AlertOptions } from '#server/alerts/start-alerts.ts'
import type { ChannelOptions } from '#server/channels/channel-service.ts'
import type { Trainer } from '#server/bot/train-in-thread.ts'
import type { ServerContext } from '#server/context.ts'
import type { ListenerOptions } from '#server/http/listener.ts'
import { createLog } from '#server/log.ts'
import type { PushOptions } from '#server/push/start-push.ts'
import type { Settings } from '#server/settings-types.ts'
import type { SpeechOptions } from '#server/speech/choose-voice.ts'
import { startServer } from '#server/start-server.ts'
import type { BulkHotel } from '#server/store/bulk/bulk-hotel.ts'
import { insertHotel } from '#server/store/bulk/insert-hotel.ts'
import { FolderLockedError, lockFolder } from '#server/store/engines/folder-lock.ts'
import { ROLES, type RoleName } from '#src/domain/roles.ts'
import { copyDatabaseTemplate } from './database-template.ts'
import { lendDatabase } from './lent-database.ts'
import { copyPostgresDatabase } from './postgres.ts'
import { TEST_SECRETS_KEY_FILE } from './secrets-key.ts'
import { waitFor } from './wait-for.ts'
import { createKeptTrainer } from './kept-trainer.ts'
import { buildWorkerFile } from './worker-file.ts'

/** The password of every user of a test hotel. */
export const TEST_PASSWORD = 'correct horse battery'
/** Two agents, and one user of every other role; ids are `user-{username}`, names as in `nameOf`. */
export const TEST_USERS: { username: string; role: RoleName }[] = [
  { username: 'agent', role: 'agent' },
  { username: 'maria', role: 'agent' },
  { username: 'manager', role: 'manager' },
  { username: 'marketing', role: 'marketing' },
  { username: 'operator', role: 'operator' },
  { username: 'admin', role: 'admin' },
]

/** A server of the test's own on a fresh database, in this process. */
export interface TestServer {
  /** `http://127.0.0.1:{port}` */
  url: string
  wsUrl: string
  context: ServerContext
  settings: Settings
  /** What the server logged as warnings and errors. */
  logLines: string[]
  /** Safe to call twice. */
  stop(): Promise<void>
}

/** A database that outlives its servers, so that two can share it or one can start again on it. */
export interface TestDatabase {
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>
  remove(): Promise<void>
}

export const isPostgresRun = process.env['BELLHOP_TEST_DB'] === 'postgres'

/** A fresh, migrated database of the kind that this run is for (`BELLHOP_TEST_DB`). */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (isPostgresRun) {
    const { url, drop } = await copyPostgresDatabase(inject('postgresTemplate'))
    return { settings: { databaseUrl: url, dataDir: '' }, remove: drop }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'bellhop-test-'))
  await copyDatabaseTemplate(folder)
  return {
    settings: { databaseUrl: null, dataDir: folder },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/**
 * Starts a server with the test users and `hotel`. With `database` it starts on that one, which stays when it stops, and
 * creates nothing where there are users already.
 */
export async function startTestServer(
  options: {
    settings?: Partial<Settings>
    hotel?: BulkHotel
    database?: TestDatabase
    heartbeatMs?: number
    listener?: ListenerOptions
    push?: PushOptions
    alerts?: AlertOptions
    channels?: ChannelOptions
    trainer?: Trainer
    /** Nothing is said here if not given: a voice would record what every hotel's bot says. */
    speech?: SpeechOptions
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (isPostgresRun ? await createTestDatabase() : null)
  const lent = database ? null : await lendDatabase()
  const lentSettings = lent ? { dataDir: await mkdtemp(path.join(inject('lentFolder'), 'data-')) } : {}
  const settings: Settings = { ...DEFAULTS, ...database?.settings, ...lentSettings, ...options.settings }
  const logLines: string[] = []
  const server = await startServer(settings, {
    workerFile: await buildWorkerFile(),
    trainer: options.trainer ?? createKeptTrainer(),
    ...lent,
    ...(options.speech === undefined ? {} : { speech: options.speech }),
    log: createLog('warn', (line) => logLines.push(line)),
    ...(options.listener === undefined ? {} : { listener: options.listener }),
    ...(options.push === undefined ? {} : { push: options.push }),
    ...(options.alerts === undefined ? {} : { alerts: options.alerts }),
    ...(options.channels === undefined ? {} : { channels: options.channels }),
    ...(options.heartbeatMs === undefined ? {} : { sockets: { heartbeatMs: options.heartbeatMs } }),
  })
  await insertTestHotel(server.context, options.hotel ?? {})
  const stop = async () => {
    await server.stop()
    // The server waits for its database for a while only, because its process would end now: this one goes on.
    if (!lent && settings.dataDir !== '')
      await waitFor('the database to be closed', () => isFree(settings.dataDir))
    if (!options.database) await database?.remove()
  }
  let stopped: Promise<void> | undefined
  return {
    url: `http://127.0.0.1:${server.port}`,
    wsUrl: `ws://127.0.0.1:${server.port}/`,
    context: server.context,
    settings,
    logLines,
    stop: () => (stopped ??= stop()),
  }
}

async function isFree(folder: string): Promise<boolean> {
  try {
    const lock = await lockFolder(folder, 0)
    lock.release()
    return true
  } catch (error) {
    if (error instanceof FolderLockedError) return false
    throw error
  }
}

/** How a test user is shown: `Agent`, `Maria`. */
export function nameOf(username: string): string {
  return username.slice(0, 1).toUpperCase() + username.slice(1)
}

export function idOf(username: string): string {
  return `user-${username}`
}

async function insertTestHotel(context: ServerContext, hotel: BulkHotel): Promise<void> {
  const known = await context.store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (known) return
  passwordHash ??= hash(TEST_PASSWORD, QUICK_TO_VERIFY)
  const kept = await passwordHash
  const users = TEST_USERS.map(({ username, role }) => ({
    id: idOf(username),
    username,
    name: nameOf(username),
    role: ROLES[role],
    passwordHash: kept,
  }))
  await insertHotel(context.store, { ...hotel, users: [...users, ...(hotel.users ?? [])] })
  context.isDemonstration = hotel.isDemonstration === true
}

/**
 * Hashing is slow on purpose, and the tests sign in some thousand times: their users' passwords are kept as a hash that is
 * verified in no time. How the product itself hashes is looked at where users are added.
 */
const QUICK_TO_VERIFY = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | null = null

const DEFAULTS: Settings = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  databaseUrl: null,
  secretsKeyFile: TEST_SECRETS_KEY_FILE,
  seed: 'none',
  demoPassword: 'not used here',
  adminUsername: null,
  adminPassword: null,
  capabilities: 'all',
  allowedOrigins: ['https://console.example'],
  environmentsFile: null,
  trustProxy: false,
  hotelTimeZone: 'UTC',
  hotelLanguage: 'en',
  hotelCountry: null,
  hotelState: null,
  facebookGraphUrl: 'http://127.0.0.1:9',
  facebookPageToken: null,
  facebookAppSecret: null,
  facebookVerifyToken: null,
  guestSessionsPerMinute: 600,
  tlsCert: null,
  tlsKey: null,
  smtpUrl: null,
  mailFrom: null,
  twilioAccountSid: null,
  twilioAuthToken: null,
  twilioFrom: null,
  twilioApiUrl: null,
  publicUrl: null,
  vapidSubject: null,
  push: 'on',
  pushAllowLoopback: false,
  attachments: { home: null, objectStore: null },
  speech: 'off',
  speechUrl: null,
  speechKey: null,
}
