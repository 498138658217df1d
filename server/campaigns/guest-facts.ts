import { sql } from 'kysely'
import * as v from 'valibot'
import { guestInfoSchema } from '#src/contract/guest-info.ts'
import { readRecipients } from '#src/contract/alert-recipients.ts'
import { describeGuestStatus, type GuestStatus } from '#src/domain/guests/status.ts'
import type { ChannelName } from '../store/channels/channel-tables.ts'
import type { Db } from '../store/store.ts'

/** Where a guest is reached on a channel. */
export interface Contact {
  address: string
  chatId: string | null
  /** Wants no campaigns there (STOP). */
  isStopped: boolean
}

export interface GuestChat {
  id: string
  source: string
  /** A person holds it, or it waits for one. */
  isWithStaff: boolean
  lastGuestAt: Date | null
}

/** What segments and campaigns ask of a guest. */
export interface GuestFacts {
  guestId: string
  /** As chats show it. */
  name: string
  firstName: string
  lastName: string
  room: string
  status: GuestStatus
  /** Days of the hotel's calendar, `2026-11-25`; null where the register names none. */
  arrival: string | null
  departure: string | null
  /** As registered, in whatever words. */
  country: string | null
  state: string | null
  /** When the last message went from or to the guest; null: never. */
  lastContactAt: Date | null
  isBlocked: boolean
  isTest: boolean
  /** Which the guest wrote last, BCP 47; null where that is not known. */
  language: string | null
  /** The newest first. */
  chats: GuestChat[]
  contacts: Partial<Record<ChannelName, Contact>>
}

interface FactsRow {
  guestId: string
  displayName: string
  info: unknown
  lastContactAt: Date | null
  isBlocked: boolean
  isTest: boolean
  language: string | null
  chats: { id: string; source: string; isWithStaff: boolean; lastGuestAt: string | null }[]
  contacts: { channel: ChannelName; address: string; chatId: string | null; isStopped: boolean }[] | null
}

const text = v.fallback(v.nullish(v.union([v.string(), v.pipe(v.number(), v.transform(String))])), undefined)
/** What registers say beside what the guest card shows, by the names that systems use. */
const registerSchema = v.looseObject({
  Country: text,
  State: text,
  Telephone: text,
  Phone: text,
  Mobile: text,
  Email: text,
})

/** All guests, or those of `guestIds`. One statement; the database holds no more than a hotel's guests. */
export async function readGuestFacts(
  db: Db,
  guestIds: readonly string[] | null = null,
): Promise<GuestFacts[]> {
  const mine = guestIds === null ? sql`true` : sql`chats.guest_id = any(${guestIds}::text[])`
  const { rows } = await sql<FactsRow>`
    with guest_chats as (
      select chats.*, guest_info.info, test_users.chat_id is not null as is_test
      from chats
      left join guest_info on guest_info.chat_id = chats.id
      left join test_users on test_users.chat_id = chats.id
      where chats.guest_id is not null and ${mine}
    ), guests as (
      select guest_id,
        (array_agg(display_name order by updated_at desc, id))[1] as display_name,
        (array_agg(info order by updated_at desc, id)
          filter (where info #> '{Data,PUB_GuestRegister}' is not null
            and info #> '{Data,PUB_GuestRegister}' <> 'null'::jsonb))[1] as info,
        (array_agg(language order by updated_at desc, id) filter (where language is not null))[1] as language,
        max(last_message_at) as last_contact_at,
        bool_or(guest_blocked) as is_blocked,
        bool_or(is_test) as is_test,
        json_agg(json_build_object(
          'id', id, 'source', source, 'isWithStaff', paused_at is not null or needs_help,
          'lastGuestAt', last_user_message_date) order by updated_at desc, id) as chats
      from guest_chats group by guest_id
    )
    select guests.*, contacts.list as contacts
    from guests left join lateral (
      select json_agg(json_build_object('channel', channel, 'address', address, 'chatId', chat_id,
        'isStopped', stopped_at is not null)) as list
      from guest_contacts where guest_contacts.guest_id = guests.guest_id
    ) contacts on true
    order by guests.display_name, guests.guest_id`.execute(db)
  return rows.map(readFacts)
}

function readFacts(row: FactsRow): GuestFacts {
  const register = v.parse(guestInfoSchema, row.info ?? {}).Data?.PUB_GuestRegister
  const more = v.parse(registerSchema, register ?? {})
  const words = row.displayName.trim().split(/\s+/)
  return {
    guestId: row.guestId,
    name: row.displayName,
    firstName: register?.FirstName?.trim() || (words[0] ?? ''),
    lastName: register?.LastName?.trim() || words.slice(1).join(' '),
    room: register?.RoomNumber?.trim() ?? '',
    status: describeGuestStatus(register?.Status).status,
    arrival: readDay(register?.Arrival),
    departure: readDay(register?.Departure),
    country: more.Country?.trim() || null,
    state: more.State?.trim() || null,
    lastContactAt: row.lastContactAt,
    isBlocked: row.isBlocked,
    isTest: row.isTest,
    language: row.language,
    chats: row.chats.map((chat) => ({
      ...chat,
      lastGuestAt: chat.lastGuestAt === null ? null : new Date(chat.lastGuestAt),
    })),
    contacts: { ...readRegistered(more), ...readContacts(row.contacts) },
  }
}

/** Where we have met a guest counts more than what a register says. */
function readContacts(rows: FactsRow['contacts']): GuestFacts['contacts'] {
  return Object.fromEntries((rows ?? []).map(({ channel, ...contact }) => [channel, contact]))
}

function readRegistered(register: v.InferOutput<typeof registerSchema>): GuestFacts['contacts'] {
  const { Mobile, Telephone, Phone, Email } = register
  return {
    ...describeContact('sms', readRecipients('SMS', Mobile || Telephone || Phone || '')),
    ...describeContact('email', readRecipients('email', Email ?? '')),
  }
}

function describeContact(
  channel: ChannelName,
  recipients: ReturnType<typeof readRecipients>,
): GuestFacts['contacts'] {
  const address = 'to' in recipients ? recipients.to[0] : undefined
  return address === undefined ? {} : { [channel]: { address, chatId: null, isStopped: false } }
}

const DAY = /^\d{4}-\d\d-\d\d/

function readDay(value: string | null | undefined): string | null {
  return DAY.exec(value ?? '')?.[0] ?? null
}
