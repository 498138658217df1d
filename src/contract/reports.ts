import * as v from 'valibot'
import { idSchema, instantSchema } from './lenient.ts'

/** The reports that every environment has (specification section 7). */
export const REPORT_TITLES = ['live', 'message', 'user'] as const
/** The one that capabilities announce under `reports` (CONTRACT section 6). */
export const SERVICE_REPORT = 'service'
/** Announced there too: whether a dashboard of the environments' list lets itself be shown in a frame. */
export const FRAMING = 'framing'
export type ReportTitle = (typeof REPORT_TITLES)[number] | typeof SERVICE_REPORT

/** A day of the calendar, `2026-11-25`. */
export type CalendarDate = string

/** What is on right now. Without `chatId` a message can't be opened. */
export interface LiveReport {
  guestsNeedHelp: number
  lastAgentMessages: AgentMessage[]
}

export interface AgentMessage {
  /** ISO-8601, UTC. */
  time: string
  message: string
  agent: string
  chatId: string | null
  messageId: string | null
}

/** Messages of the range by who, when and how many; `day` 0 is Sunday, `hour` 0 to 23, both of the report's zone. */
export interface MessageReport {
  byAgent: { agent: string; messages: number }[]
  byDayOfWeek: { day: number; messages: number }[]
  byHour: { hour: number; messages: number }[]
  total: { date: CalendarDate; messages: number }[]
  totalByBot: { date: CalendarDate; messages: number }[]
}

/** Guests of the range. A guest counts on each day on which they wrote, and once in `totalUsers`. */
export interface UserReport {
  totalUsers: number
  usersByDate: { date: CalendarDate; users: number }[]
  interactionsPerChat: { guest: string; interactions: number; chatId: string | null }[]
  lastUsers: { id: string; displayName: string; source: string; createdAt: string }[]
}

/** How guests were served (an extension: `reports: ["service"]`). Times are milliseconds; null where nothing happened. */
export interface ServiceReport {
  period: ServiceFigures
  /** As many days, right before the range. */
  before: ServiceFigures
  byChannel: { channel: string; chats: number; messages: number }[]
  /** Guests' messages by hour of the week, and how many of the staff were on duty then, as a mean over the range. */
  byHourOfWeek: { day: number; hour: number; messages: number; onDuty: number }[]
  byDepartment: {
    department: string
    created: number
    stillOpen: number
    medianOpenMs: number | null
  }[]
  ratings: { date: CalendarDate; ratings: number; average: number | null }[]
}

export interface ServiceFigures {
  chats: number
  messages: number
  /** Chats of the range in which the bot wrote and none of the staff did. */
  botOnlyChats: number
  helpRequests: number
  /** From a help request to the first words of somebody of the staff. */
  medianAnswerMs: number | null
  p90AnswerMs: number | null
  /** From a help request to its end, by whatever ended it. */
  medianHelpMs: number | null
  tickets: number
  ratings: number
  averageRating: number | null
}

export interface ReportData {
  live: LiveReport
  message: MessageReport
  user: UserReport
  service: ServiceReport
}

/** An answer of `GET /analytics/{reportTitle}`, as much as was readable of it. */
export interface Report<T extends ReportTitle = ReportTitle> {
  name: T
  data: ReportData[T]
  /** The zone whose days were counted; null: UTC's. */
  timeZone: string | null
  /** What was wholly or partly unreadable, by its name in `data`. */
  unreadable: string[]
}

/** Figures may come as their decimal digits. */
const numberSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*-?\d+(\.\d+)?\s*$/), v.transform(Number))]),
  v.finite(),
  v.minValue(0),
)
const countSchema = v.pipe(numberSchema, v.integer())
const optionalNumber = v.optional(v.nullable(numberSchema), null)
const optionalId = v.optional(v.nullable(idSchema), null)
const nameSchema = v.pipe(
  v.nullish(v.string()),
  v.transform((name) => name ?? ''),
)
const dateSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d/),
  v.transform((text) => text.slice(0, 10)),
)
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const daySchema = v.union([
  v.pipe(countSchema, v.maxValue(6)),
  v.pipe(
    v.string(),
    v.transform((word) => WEEKDAYS.indexOf(word.trim().toLowerCase())),
    v.minValue(0),
  ),
])
const hourSchema = v.pipe(countSchema, v.maxValue(23))

const figuresSchema: v.GenericSchema<unknown, ServiceFigures> = v.object({
  chats: countSchema,
  messages: countSchema,
  botOnlyChats: countSchema,
  helpRequests: countSchema,
  medianAnswerMs: optionalNumber,
  p90AnswerMs: optionalNumber,
  medianHelpMs: optionalNumber,
  tickets: countSchema,
  ratings: countSchema,
  averageRating: optionalNumber,
})

/** What stands in for figures that were not readable: the screen says so beside them. */
const NO_FIGURES: ServiceFigures = {
  chats: 0,
  messages: 0,
  botOnlyChats: 0,
  helpRequests: 0,
  medianAnswerMs: null,
  p90AnswerMs: null,
  medianHelpMs: null,
  tickets: 0,
  ratings: 0,
  averageRating: null,
}

/** A part of a report: one figure, or rows of which an unreadable one hides no other. */
interface Part<V> {
  read(raw: unknown): { value: V; isWhole: boolean }
}
type Parts<T> = { [K in keyof T]: Part<T[K]> }

function one<V>(schema: v.GenericSchema<unknown, V>, otherwise: V): Part<V> {
  return {
    read: (raw) => {
      const parsed = v.safeParse(schema, raw)
      return parsed.success ? { value: parsed.output, isWhole: true } : { value: otherwise, isWhole: false }
    },
  }
}

function rows<V>(fields: { [K in keyof V]: v.GenericSchema<unknown, V[K]> }): Part<V[]> {
  const schema = v.object(fields) as unknown as v.GenericSchema<unknown, V>
  return {
    read: (raw) => {
      if (!Array.isArray(raw)) return { value: [], isWhole: false }
      const readable = raw.flatMap((row) => {
        const parsed = v.safeParse(schema, row)
        return parsed.success ? [parsed.output] : []
      })
      return { value: readable, isWhole: readable.length === raw.length }
    },
  }
}

const PARTS: { [T in ReportTitle]: Parts<ReportData[T]> } = {
  live: {
    guestsNeedHelp: one(countSchema, 0),
    lastAgentMessages: rows<AgentMessage>({
      time: instantSchema,
      message: nameSchema,
      agent: nameSchema,
      chatId: optionalId,
      messageId: optionalId,
    }),
  },
  message: {
    byAgent: rows({ agent: nameSchema, messages: countSchema }),
    byDayOfWeek: rows({ day: daySchema, messages: countSchema }),
    byHour: rows({ hour: hourSchema, messages: countSchema }),
    total: rows({ date: dateSchema, messages: countSchema }),
    totalByBot: rows({ date: dateSchema, messages: countSchema }),
  },
  user: {
    totalUsers: one(countSchema, 0),
    usersByDate: rows({ date: dateSchema, users: countSchema }),
    interactionsPerChat: rows({ guest: nameSchema, interactions: countSchema, chatId: optionalId }),
    lastUsers: rows({
      id: idSchema,
      displayName: nameSchema,
      source: nameSchema,
      createdAt: instantSchema,
    }),
  },
  service: {
    period: one(figuresSchema, NO_FIGURES),
    before: one(figuresSchema, NO_FIGURES),
    byChannel: rows({ channel: nameSchema, chats: countSchema, messages: countSchema }),
    byHourOfWeek: rows({ day: daySchema, hour: hourSchema, messages: countSchema, onDuty: numberSchema }),
    byDepartment: rows({
      department: nameSchema,
      created: countSchema,
      stillOpen: countSchema,
      medianOpenMs: optionalNumber,
    }),
    ratings: rows({ date: dateSchema, ratings: countSchema, average: optionalNumber }),
  },
}

/**
 * An answer that is no report at all does not parse; of one that is, every readable part is given and the others are named. A
 * report that was kept reads as it was.
 */
export function reportSchema<T extends ReportTitle>(title: T): v.GenericSchema<unknown, Report<T>> {
  return v.pipe(
    v.looseObject({
      data: v.looseObject({}),
      timeZone: v.optional(v.unknown()),
      unreadable: v.optional(v.array(v.string()), () => []),
    }),
    v.transform(({ data, timeZone, unreadable: known }) => {
      const unreadable = [...known]
      const parts = Object.entries<Part<unknown>>(PARTS[title]).map(([name, part]) => {
        const { value, isWhole } = part.read(data[name])
        if (!isWhole) unreadable.push(name)
        return [name, value] as const
      })
      return {
        name: title,
        data: Object.fromEntries(parts) as unknown as ReportData[T],
        timeZone: typeof timeZone === 'string' && timeZone !== '' ? timeZone : null,
        unreadable,
      }
    }),
  )
}

/** `GET /analytics/framing?url&origin` (x): `unknown` where the environment can't reach it, though a browser may. */
export type Framing = 'allowed' | 'refused' | 'unknown'
/** A word of a later build says as little as none. */
export const framingSchema: v.GenericSchema<unknown, { framing: Framing }> = v.object({
  framing: v.fallback(v.picklist(['allowed', 'refused', 'unknown']), 'unknown'),
})
