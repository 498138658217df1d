import { DEFAULT_DEMO_PASSWORD, explainNewPassword } from '../auth/new-password.ts'
import { hashPassword, OWN_PROCESS, verifyPassword } from '../auth/passwords.ts'
import { BOT_NAME } from '../bot/bot-name.ts'
import { BUILT_IN_INTENTS } from '../bot/built-in-intents.ts'
import { insertIntents, insertPictures, publishFirstIntents } from '../bot/intent-store.ts'
import { createId } from '../ids.ts'
import type { Settings } from '../settings-types.ts'
import { isLoopbackHost, isLoopbackOrigin } from '../setting-values.ts'
import { SettingsError } from '../settings-error.ts'
import type { BulkChat } from '../store/bulk/bulk-hotel.ts'
import { insertHotel } from '../store/bulk/insert-hotel.ts'
import { isStoreEmpty, readIsDemonstration } from '../store/meta.ts'
import type { NewUserRow } from '../store/staff/staff-tables.ts'
import { isUniqueViolation, type Store } from '../store/store.ts'
import { DEPARTMENTS } from './departments.ts'
import { describeDuty } from './duty.ts'
import { drawPicture } from './files/pictures.ts'
import { tellHistory } from './history.ts'
import { HOTEL_INTENTS } from './hotel-intents.ts'
import { generateHotel } from './hotel.ts'
import { INTEGRATIONS } from './integrations.ts'
import type { DemoChat } from './rows.ts'
import { DEMO_USERS } from './staff.ts'
import { chooseTestUsers } from './test-users.ts'
import { ASSIGNEES, generateTickets } from './tickets.ts'
import { TYPICAL_ANSWERS } from './typical-answers.ts'

const ADMIN_ROLE = 4

/**
 * Makes an empty database into the hotel that the settings ask for (E7): the demonstration, or a first admin. What is
 * there already is left alone. Throws `SettingsError` where a demonstration would be open to the network with the password
 * that everybody knows, or where a password is to be set that is easy to guess; then nothing was created.
 */
export async function prepareHotel(store: Store, settings: Settings, now = new Date()): Promise<void> {
  const isDemonstrationWanted = settings.seed === 'demo' && (await isStoreEmpty(store.db))
  await refuseOpenDemonstration(store, settings, isDemonstrationWanted)
  if (isDemonstrationWanted) {
    if (settings.demoPassword !== DEFAULT_DEMO_PASSWORD)
      await checkPassword('DEMO_PASSWORD', settings.demoPassword, '')
    await createDemonstration(store, settings, now, generateHotel(now))
  } else await createFirstAdmin(store, settings)
  await insertIntents(store, BUILT_IN_INTENTS)
  await publishFirstIntents(store)
}

/** Writes the demonstration's people, answers, tickets and settings with these of its chats, told as of `now`. */
export async function createDemonstration(
  store: Store,
  settings: Pick<Settings, 'demoPassword' | 'hotelTimeZone'>,
  now: Date,
  chats: readonly DemoChat[],
): Promise<void> {
  const users: NewUserRow[] = []
  for (const user of DEMO_USERS) {
    users.push({ ...user, passwordHash: await hashPassword(settings.demoPassword, OWN_PROCESS) })
  }
  await insertPictures(store, drawCardPictures())
  await insertIntents(store, [...BUILT_IN_INTENTS, ...HOTEL_INTENTS])
  try {
    await insertHotel(store, {
      users,
      chats: chats.map(describeChat),
      typicalAnswers: [...TYPICAL_ANSWERS],
      departments: [...DEPARTMENTS],
      assignees: [...ASSIGNEES],
      ...tellHistory(chats, now),
      tickets: generateTickets(chats, now),
      botConfigs: describeDuty(settings.hotelTimeZone),
      integrations: [...INTEGRATIONS],
      testUsers: chooseTestUsers(chats),
      isDemonstration: true,
    })
  } catch (error) {
    // Another process that started on the same empty database was first; its hotel is the same.
    if (!isUniqueViolation(error)) throw error
  }
}

/** ADMIN_USERNAME and ADMIN_PASSWORD count where there is no user yet (CONTRACT section 9). */
async function createFirstAdmin(store: Store, settings: Settings): Promise<void> {
  const { adminUsername, adminPassword } = settings
  if (adminUsername === null || adminPassword === null) return
  const somebody = await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) return
  await checkPassword('ADMIN_PASSWORD', adminPassword, adminUsername)
  const passwordHash = await hashPassword(adminPassword, OWN_PROCESS)
  await store.db
    .insertInto('users')
    .values({ id: createId(), username: adminUsername, name: adminUsername, role: ADMIN_ROLE, passwordHash })
    .execute()
}

/**
 * CONTRACT section 9, DEMO_PASSWORD. For a hotel that exists the stored passwords are asked, because the setting may have
 * changed since it was created.
 */
async function refuseOpenDemonstration(store: Store, settings: Settings, isNew: boolean): Promise<void> {
  const opening = findOpening(settings)
  if (opening === null) return
  const isOpen = isNew
    ? settings.demoPassword === DEFAULT_DEMO_PASSWORD
    : (await readIsDemonstration(store.db)) && (await hasDefaultPassword(store))
  if (!isOpen) return
  const cure = isNew ? 'set DEMO_PASSWORD' : 'change the passwords of its users'
  throw new SettingsError(
    `${opening.setting}=${opening.value} would open a demonstration hotel with its default password to the network: ` +
      `${cure}, or leave ${opening.setting} out.`,
  )
}

/** The setting by which others than this machine's people may get here; null where there is none. */
function findOpening(settings: Settings): { setting: string; value: string } | null {
  const { host, trustProxy, publicUrl, allowedOrigins } = settings
  if (!isLoopbackHost(host)) return { setting: 'HOST', value: host }
  // A proxy listens for others, also where it reaches us by the loopback.
  if (trustProxy) return { setting: 'TRUST_PROXY', value: '1' }
  if (publicUrl !== null && !isLoopbackOrigin(publicUrl)) {
    return { setting: 'PUBLIC_URL', value: publicUrl }
  }
  const origin = allowedOrigins.find((allowed) => !isLoopbackOrigin(allowed))
  return origin === undefined ? null : { setting: 'ALLOWED_ORIGINS', value: origin }
}

async function checkPassword(setting: string, password: string, username: string): Promise<void> {
  const problem = await explainNewPassword(password, username)
  if (problem !== null) throw new SettingsError(`${setting} is not usable: ${problem}`)
}

async function hasDefaultPassword(store: Store): Promise<boolean> {
  const usernames = DEMO_USERS.map((user) => user.username)
  const rows = await store.db
    .selectFrom('users')
    .select('passwordHash')
    .where('username', 'in', usernames)
    .execute()
  for (const { passwordHash } of rows) {
    if (passwordHash !== null && (await verifyPassword(passwordHash, DEFAULT_DEMO_PASSWORD, OWN_PROCESS)))
      return true
  }
  return false
}

function describeChat(chat: DemoChat): BulkChat {
  const { id, displayName, source, guestId, createdAt, messages, files: attachments } = chat
  return {
    id,
    displayName,
    source,
    guestId,
    createdAt,
    botName: BOT_NAME,
    updatedAt: findLatest(createdAt, messages.at(-1)?.createdAt, chat.pausedAt, chat.helpAt),
    attachments,
    messages: messages.map(({ user, ...message }) => ({ ...message, ...(user ? { user } : {}) })),
    ...(chat.pausedAt ? { pausedAt: chat.pausedAt } : {}),
    ...(chat.user ? { holder: chat.user } : {}),
    ...(chat.helpAt ? { helpAt: chat.helpAt } : {}),
    ...(chat.info ? { guestInfo: chat.info } : {}),
  }
}

function findLatest(...times: (Date | null | undefined)[]): Date {
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))
}

function drawCardPictures() {
  const names = new Set(
    HOTEL_INTENTS.flatMap(({ dialog }) => dialog.cards ?? []).flatMap(({ picture }) => picture ?? []),
  )
  return [...names].map((name) => ({ name, contentType: 'image/png', bytes: drawPicture(name) }))
}
