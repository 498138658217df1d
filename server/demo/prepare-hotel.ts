import { hashPassword, verifyPassword } from '../auth/passwords.ts'
import { createId } from '../ids.ts'
import { DEFAULT_DEMO_PASSWORD, isLoopbackHost, SettingsError } from '../settings.ts'
import type { Settings } from '../settings-types.ts'
import { insertHotel, type BulkChat } from '../store/bulk-insert.ts'
import { isStoreEmpty, readIsDemonstration } from '../store/meta.ts'
import type { NewUserRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { BOT_NAME } from '../bot/bot-name.ts'
import { generateHotel } from './hotel.ts'
import type { DemoChat } from './rows.ts'
import { DEMO_USERS } from './staff.ts'
import { TYPICAL_ANSWERS } from './typical-answers.ts'

const ADMIN_ROLE = 4

/**
 * Makes an empty database into the hotel that the settings ask for (E7): the demonstration, or a first admin. What is
 * there already is left alone. Throws `SettingsError` where a demonstration would be open to the network with the password
 * that everybody knows; then nothing was created.
 */
export async function prepareHotel(store: Store, settings: Settings, now = new Date()): Promise<void> {
  const isDemonstrationWanted = settings.seed === 'demo' && (await isStoreEmpty(store.db))
  await refuseOpenDemonstration(store, settings, isDemonstrationWanted)
  if (isDemonstrationWanted) await createDemonstration(store, settings.demoPassword, now)
  else await createFirstAdmin(store, settings)
}

async function createDemonstration(store: Store, password: string, now: Date): Promise<void> {
  const users = await Promise.all(
    DEMO_USERS.map(async (user): Promise<NewUserRow> => {
      return { ...user, passwordHash: await hashPassword(password) }
    }),
  )
  const chats = generateHotel(now).map(describeChat)
  await insertHotel(store, { users, chats, typicalAnswers: [...TYPICAL_ANSWERS], isDemonstration: true })
}

/** ADMIN_USERNAME and ADMIN_PASSWORD count where there is no user yet (CONTRACT section 9). */
async function createFirstAdmin(store: Store, settings: Settings): Promise<void> {
  const { adminUsername, adminPassword } = settings
  if (adminUsername === null || adminPassword === null) return
  const somebody = await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) return
  const passwordHash = await hashPassword(adminPassword)
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
  if (isLoopbackHost(settings.host)) return
  const isOpen = isNew
    ? settings.demoPassword === DEFAULT_DEMO_PASSWORD
    : (await readIsDemonstration(store.db)) && (await hasDefaultPassword(store))
  if (!isOpen) return
  const cure = isNew ? 'set DEMO_PASSWORD' : 'change the passwords of its users'
  throw new SettingsError(
    `HOST=${settings.host} would open a demonstration hotel with its default password to the network: ` +
      `${cure}, or set HOST=127.0.0.1.`,
  )
}

async function hasDefaultPassword(store: Store): Promise<boolean> {
  const usernames = DEMO_USERS.map((user) => user.username)
  const rows = await store.db
    .selectFrom('users')
    .select('passwordHash')
    .where('username', 'in', usernames)
    .execute()
  for (const { passwordHash } of rows) {
    if (passwordHash !== null && (await verifyPassword(passwordHash, DEFAULT_DEMO_PASSWORD))) return true
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
    updatedAt: messages.at(-1)?.createdAt ?? createdAt,
    attachments,
    messages: messages.map(({ user, ...message }) => ({ ...message, ...(user ? { user } : {}) })),
    ...(chat.pausedAt ? { pausedAt: chat.pausedAt } : {}),
    ...(chat.user ? { holder: chat.user } : {}),
    ...(chat.helpAt ? { helpAt: chat.helpAt } : {}),
    ...(chat.info ? { guestInfo: chat.info } : {}),
  }
}
