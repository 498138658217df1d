import * as v from 'valibot'
import {
  idSchema,
  instantSchema,
  listOfReadable,
  readRow,
  rowsSchema,
  type LenientFields,
  type Marked,
} from './lenient.ts'

/** A member of staff as rows name them. */
export interface StaffRef {
  id: string
  name: string
}

/** A chat (CONTRACT section 5). `rev`, `helpAt` come with the `idempotency` group, `guestBlocked` with `guests`, `language` where the environment tells it, `complete` with a sync reset. */
export interface Chat extends Marked {
  id: string
  displayName: string
  /** `facebook`, `sms` or any other word. */
  source: string
  botName: string
  messagesCount: number
  createdAt: string
  updatedAt: string
  lastUserMessageDate: string | null
  /** Since when the bot is paused; with `user: null` the bot paused itself. */
  pausedAt: string | null
  needsHelp: boolean
  user: StaffRef | null
  guestId: string | null
  /** Staff take nothing from this guest. */
  guestBlocked?: boolean
  /** Which the guest writes, BCP 47; null where that is not known yet. */
  language?: string | null
  helpAt?: string | null
  rev?: number
  complete?: boolean
}

/** One message of a chat. `createdAt` rises strictly within a chat: it is the order. */
export interface Message extends Marked {
  id: string
  chatId: string
  text: string
  sentByGuest: boolean
  /** `text`, `card`, `event` or any other word, which is drawn as text. */
  type: string
  createdAt: string
  attachments: Attachment[]
  /** Who of the staff wrote it. Null and not `sentByGuest`: the bot. */
  user: StaffRef | null
  /** The idempotency key under which it was sent, where the environment offers keys. */
  clientId?: string | null
  /** What became of it on the guest's channel, where that is another house's; absent where it is not. */
  delivery?: MessageDelivery
}

/** What a provider said of a message that left the house. */
export interface MessageDelivery {
  status: 'sent' | 'delivered' | 'failed'
  /** Why it failed, for people. */
  reason?: string
  at: string
}

export interface Attachment {
  contentType: string
  contentUrl?: string
  name?: string
  /** Bytes, where the environment knows it: what fetching it costs. */
  size?: number
  content?: CardContent
}

/** A gallery card or a hero card. */
export interface CardContent {
  title?: string
  subtitle?: string
  text?: string
  images?: { url: string }[]
  buttons?: CardButton[]
}

export interface CardButton {
  type: string
  title: string
  value: string
}

const EPOCH = new Date(0).toISOString()

const staffRefSchema: v.GenericSchema<unknown, StaffRef> = v.pipe(
  // A guest is shown names alone, and so may some environments name staff.
  v.object({ id: v.optional(idSchema), name: v.optional(v.string(), '') }),
  v.transform(({ id = '', name }) => ({ id, name })),
  v.check((ref) => ref.id !== '' || ref.name !== '', 'neither id nor name'),
)
const nullableStaff = v.nullable(staffRefSchema)
/** Null and absent mean the same on the wire. */
const nullableInstant = v.pipe(
  v.nullish(instantSchema),
  v.transform((time) => time ?? null),
)
const nullableId = v.pipe(
  v.nullish(idSchema),
  v.transform((id) => id ?? null),
)
const nullishStaff = v.pipe(
  v.nullish(nullableStaff),
  v.transform((user) => user ?? null),
)

const optionalText = v.pipe(
  v.nullish(v.string()),
  v.transform((text) => text ?? undefined),
)
/** What a bot puts into a button may be a number; what is neither says nothing. */
const buttonText = v.fallback(
  v.optional(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), ''),
  '',
)
const cardContentSchema = v.object({
  title: optionalText,
  subtitle: optionalText,
  text: optionalText,
  images: listOfReadable(v.object({ url: v.pipe(v.string(), v.minLength(1)) })),
  buttons: listOfReadable(v.object({ type: buttonText, title: buttonText, value: buttonText })),
})
const attachmentSchema = v.object({
  contentType: v.nullish(v.string(), ''),
  contentUrl: optionalText,
  name: optionalText,
  // An odd one hides no file.
  size: v.fallback(v.optional(v.pipe(v.number(), v.minValue(0))), undefined),
  content: v.pipe(
    v.nullish(cardContentSchema),
    v.transform((content) => content ?? undefined),
  ),
}) as v.GenericSchema<unknown, Attachment>

const attachmentsSchema = v.pipe(
  v.nullish(v.array(attachmentSchema)),
  v.transform((list) => list ?? []),
)
const readableAttachments = listOfReadable(attachmentSchema)

const deliverySchema: v.GenericSchema<unknown, MessageDelivery> = v.object({
  status: v.picklist(['sent', 'delivered', 'failed']),
  reason: optionalText,
  at: instantSchema,
}) as v.GenericSchema<unknown, MessageDelivery>

/** As BCP 47 has them: `de`, `pt-BR`. */
const languageSchema = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i))

const chatFields: LenientFields<Omit<Chat, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  displayName: { schema: v.string(), otherwise: '' },
  source: { schema: v.string(), otherwise: '' },
  botName: { schema: v.string(), otherwise: '' },
  messagesCount: { schema: v.number(), otherwise: 0 },
  createdAt: { schema: instantSchema, otherwise: EPOCH },
  updatedAt: { schema: instantSchema, otherwise: EPOCH },
  lastUserMessageDate: { schema: nullableInstant, otherwise: null },
  pausedAt: { schema: nullableInstant, otherwise: null },
  needsHelp: { schema: v.boolean(), otherwise: false },
  user: { schema: nullishStaff, otherwise: null },
  guestId: { schema: nullableId, otherwise: null },
  guestBlocked: { schema: v.optional(v.boolean()), otherwise: undefined },
  // What is no language hides no chat.
  language: { schema: v.fallback(v.optional(v.nullable(languageSchema)), undefined), otherwise: undefined },
  helpAt: { schema: v.optional(v.nullable(instantSchema)), otherwise: undefined },
  rev: { schema: v.optional(v.number()), otherwise: undefined },
  complete: { schema: v.optional(v.boolean()), otherwise: undefined },
}

const messageFields: LenientFields<Omit<Message, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  chatId: { schema: idSchema, otherwise: '' },
  text: {
    schema: v.pipe(
      v.nullish(v.string()),
      v.transform((text) => readNewlines(text ?? '')),
    ),
    otherwise: '',
  },
  sentByGuest: { schema: v.boolean(), otherwise: false },
  type: { schema: v.optional(v.string(), 'text'), otherwise: 'text' },
  createdAt: { schema: instantSchema, otherwise: EPOCH },
  attachments: { schema: attachmentsSchema, otherwise: [] },
  user: { schema: nullishStaff, otherwise: null },
  clientId: { schema: v.optional(v.nullable(v.string())), otherwise: undefined },
  // A word of a later build hides no message.
  delivery: { schema: v.fallback(v.optional(deliverySchema), undefined), otherwise: undefined },
}

/** A chat from the wire, marked where it is not wholly readable; never dropped. */
export function readChat(input: unknown): Chat {
  return readRow(chatFields, input)
}

/** A message from the wire; `chatId` fills in where the row does not name its chat. */
export function readMessage(input: unknown, chatId?: string): Message {
  const row = readRow(messageFields, input)
  // One that can't be read hides none of the others; the row is marked all the same.
  const attachments = row.unreadable?.includes('attachments') ? salvageAttachments(input) : row.attachments
  return { ...row, attachments, chatId: row.chatId === '' && chatId !== undefined ? chatId : row.chatId }
}

function salvageAttachments(input: unknown): Attachment[] {
  const raw: unknown = typeof input === 'object' && input !== null && Reflect.get(input, 'attachments')
  const parsed = v.safeParse(readableAttachments, raw)
  return parsed.success ? (parsed.output ?? []) : []
}

/** A whole answer that must be one chat: what has no id is not the environment's answer. */
export const chatSchema = v.pipe(
  v.looseObject({ id: idSchema }),
  v.transform((row) => readChat(row)),
)
export const messageSchema = v.pipe(
  v.looseObject({ id: idSchema }),
  v.transform((row) => readMessage(row)),
)
export const chatListSchema = rowsSchema(chatFields)

/** An answer that must be messages of one chat. */
export function messageListSchema(chatId: string) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => rows.map((row) => readMessage(row, chatId))),
  )
}

/** Newlines as they go out: `<br/>` (specification section 7, send). */
export function writeNewlines(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '<br/>')
}

/** Newlines as they come in: `\n` or `<br/>` in any spelling (CONTRACT section 5, send). */
export function readNewlines(text: string): string {
  return text.replace(/<br\s*\/?>/gi, '\n').replace(/\r\n|\r/g, '\n')
}
