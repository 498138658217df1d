import path from 'node:path'
import * as v from 'valibot'
import { HOMES_EXPECTED, readHomes } from './attachments/read-homes.ts'
import { readCountry, readState } from './campaigns/places.ts'
import { NEW_PASSWORD_LEAST_CHARS } from '#src/domain/staff/new-password.ts'
import { BOT_LOCALE, LOCALES } from '#src/domain/translations/locales.ts'
import { isTimeZone } from '#src/domain/time-zone.ts'
import { DEFAULT_DEMO_PASSWORD } from './auth/new-password.ts'
import { isOrigin, isPublicUrl, isVapidSubject, OFF, readList } from './setting-values.ts'
import { SettingsError } from './settings-error.ts'
import type { AttachmentSettings, Settings } from './settings-types.ts'
import { readSpeechSettings, SPEECH_SETTINGS } from './speech/speech-settings.ts'

const DEFAULT_PORT = 3978
const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_GUEST_SESSIONS_PER_MINUTE = 30
/** In the data folder, where SECRETS_KEY_FILE names no other file. */
const SECRETS_KEY_NAME = 'secrets.key'
const MAX_PORT = 65_535
const FACEBOOK_GRAPH_URL = 'https://graph.facebook.com'

/** Settings whose value is never repeated in a message. */
const SECRETS = new Set([
  'DATABASE_URL',
  'DEMO_PASSWORD',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_ACCOUNT_SID',
  'FACEBOOK_PAGE_TOKEN',
  'FACEBOOK_APP_SECRET',
  'FACEBOOK_VERIFY_TOKEN',
  'ATTACHMENTS',
  'SPEECH_KEY',
])

const text = v.optional(v.pipe(v.string(), v.trim()))
const flag = () =>
  v.optional(
    v.pipe(
      v.string(),
      v.picklist(['0', '1', 'true', 'false', 'on', 'off'], '1 or 0'),
      v.transform((value) => ['1', 'true', 'on'].includes(value)),
    ),
    '0',
  )
const wholeNumber = (least: number, most: number, expected: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d+$/, expected),
    v.transform(Number),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  )
const address = (protocols: readonly string[], expected: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), expected),
      v.transform((value) => value.replace(/\/$/, '')),
    ),
  )
const password = (expected: string) =>
  v.optional(v.pipe(v.string(), v.minLength(NEW_PASSWORD_LEAST_CHARS, expected)))

const LONG_ENOUGH = `at least ${NEW_PASSWORD_LEAST_CHARS} characters`
/** `alerts@hotel.example`, or the same in angle brackets after a name. */
const MAILBOX = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const ORIGINS_EXPECTED = 'origins such as https://console.example, separated by commas'
const PUBLIC_URL_EXPECTED =
  'an origin such as https://console.hotel.example, without path, query and user (http for localhost only)'
const environmentSchema = v.object({
  PORT: v.optional(wholeNumber(0, MAX_PORT, `a whole number from 0 to ${MAX_PORT}`), String(DEFAULT_PORT)),
  HOST: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^[\w.:-]+$/, 'a host name or an address')),
    DEFAULT_HOST,
  ),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1, 'a folder')), '.data'),
  DATABASE_URL: address(
    ['postgres:', 'postgresql:'],
    'an address such as postgres://user:password@host:5432/bellhop',
  ),
  SECRETS_KEY_FILE: text,
  NODE_ENV: text,
  SEED: v.optional(v.picklist(['demo', 'none'], "'demo' or 'none'")),
  DEMO_PASSWORD: password(LONG_ENOUGH),
  ADMIN_USERNAME: v.optional(
    v.pipe(v.string(), v.trim(), v.minLength(1, 'a username'), v.maxLength(200, 'a username')),
  ),
  ADMIN_PASSWORD: password(LONG_ENOUGH),
  CAPABILITIES: v.optional(v.picklist(['all', 'none'], "'all' or 'none'"), 'all'),
  ALLOWED_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform(readList),
      v.array(v.pipe(v.string(), v.check(isOrigin, ORIGINS_EXPECTED))),
    ),
    '',
  ),
  ENVIRONMENTS_FILE: text,
  TRUST_PROXY: flag(),
  HOTEL_TIME_ZONE: v.optional(
    v.pipe(v.string(), v.trim(), v.check(isTimeZone, 'a time zone such as Europe/Madrid')),
  ),
  HOTEL_COUNTRY: v.optional(
    v.pipe(v.string(), v.transform(readCountry), v.string('a country of two letters, such as US')),
  ),
  HOTEL_STATE: text,
  HOTEL_LANGUAGE: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.picklist(LOCALES, 'a language such as es, of those that the translations know'),
    ),
    BOT_LOCALE,
  ),
  FACEBOOK_GRAPH_URL: address(['http:', 'https:'], 'an http or https address'),
  GUEST_SESSIONS_PER_MINUTE: v.optional(
    wholeNumber(1, 1_000_000, 'a whole number from 1 to 1000000'),
    String(DEFAULT_GUEST_SESSIONS_PER_MINUTE),
  ),
  TLS_CERT: text,
  TLS_KEY: text,
  SMTP_URL: address(['smtp:', 'smtps:'], 'an address such as smtps://user:password@host'),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(MAILBOX, 'an address such as Harbour Light <alerts@hotel.example>')),
  ),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: text,
  FACEBOOK_PAGE_TOKEN: text,
  FACEBOOK_APP_SECRET: text,
  FACEBOOK_VERIFY_TOKEN: text,
  TWILIO_API_URL: address(['http:', 'https:'], 'an http or https address'),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(isPublicUrl, PUBLIC_URL_EXPECTED),
      v.transform((value) => new URL(value).origin),
    ),
  ),
  VAPID_SUBJECT: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        isVapidSubject,
        "an address such as mailto:it@hotel.example or https://hotel.example, or 'off'",
      ),
    ),
  ),
  PUSH_ALLOW_LOOPBACK: flag(),
  ATTACHMENTS: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => readHomes(value) !== null, HOMES_EXPECTED),
      v.transform(readHomes),
    ),
  ),
  ATTACHMENTS_ACCESS_KEY_ID: text,
  ATTACHMENTS_SECRET_ACCESS_KEY: text,
  ...SPEECH_SETTINGS,
})

/**
 * Reads the settings of CONTRACT section 9 from the process's environment. An empty value is an absent one. Throws
 * `SettingsError` for a value that can't be used, naming the setting, the value (never a secret) and what is expected.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = v.safeParse(environmentSchema, given, { abortEarly: true })
  if (!parsed.success) throw new SettingsError(describeIssue(parsed.issues[0], given))
  const values = parsed.output
  requireBoth('ADMIN_USERNAME', values.ADMIN_USERNAME, 'ADMIN_PASSWORD', values.ADMIN_PASSWORD)
  requireBoth('TLS_CERT', values.TLS_CERT, 'TLS_KEY', values.TLS_KEY)
  // MAIL_FROM alone has its use: it is who answers for pushes.
  if (values.SMTP_URL !== undefined) requireBoth('SMTP_URL', values.SMTP_URL, 'MAIL_FROM', values.MAIL_FROM)
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: secret, TWILIO_FROM: from } = values
  requireBoth('TWILIO_ACCOUNT_SID', account, 'TWILIO_AUTH_TOKEN', secret)
  requireBoth('TWILIO_ACCOUNT_SID', account, 'TWILIO_FROM', from)
  const { FACEBOOK_PAGE_TOKEN: page, FACEBOOK_APP_SECRET: app, FACEBOOK_VERIFY_TOKEN: verify } = values
  requireBoth('FACEBOOK_PAGE_TOKEN', page, 'FACEBOOK_APP_SECRET', app)
  requireBoth('FACEBOOK_PAGE_TOKEN', page, 'FACEBOOK_VERIFY_TOKEN', verify)
  if (values.SPEECH_URL !== OFF) requireBoth('SPEECH_URL', values.SPEECH_URL, 'SPEECH_KEY', values.SPEECH_KEY)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    secretsKeyFile: values.SECRETS_KEY_FILE ?? path.join(values.DATA_DIR, SECRETS_KEY_NAME),
    databaseUrl: values.DATABASE_URL ?? null,
    seed: values.SEED ?? (values.NODE_ENV === 'production' ? 'none' : 'demo'),
    demoPassword: values.DEMO_PASSWORD ?? DEFAULT_DEMO_PASSWORD,
    adminUsername: values.ADMIN_USERNAME ?? null,
    adminPassword: values.ADMIN_PASSWORD ?? null,
    capabilities: values.CAPABILITIES,
    allowedOrigins: values.ALLOWED_ORIGINS,
    environmentsFile: values.ENVIRONMENTS_FILE ?? null,
    trustProxy: values.TRUST_PROXY,
    hotelTimeZone: values.HOTEL_TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    hotelLanguage: values.HOTEL_LANGUAGE,
    hotelCountry: values.HOTEL_COUNTRY ?? null,
    hotelState: readHotelState(values.HOTEL_COUNTRY, values.HOTEL_STATE),
    facebookGraphUrl: values.FACEBOOK_GRAPH_URL ?? FACEBOOK_GRAPH_URL,
    facebookPageToken: page ?? null,
    facebookAppSecret: app ?? null,
    facebookVerifyToken: verify ?? null,
    guestSessionsPerMinute: values.GUEST_SESSIONS_PER_MINUTE,
    tlsCert: values.TLS_CERT ?? null,
    tlsKey: values.TLS_KEY ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? null,
    twilioAccountSid: values.TWILIO_ACCOUNT_SID ?? null,
    twilioAuthToken: values.TWILIO_AUTH_TOKEN ?? null,
    twilioFrom: values.TWILIO_FROM ?? null,
    twilioApiUrl: values.TWILIO_API_URL ?? null,
    publicUrl: values.PUBLIC_URL ?? null,
    vapidSubject: values.VAPID_SUBJECT === OFF ? null : (values.VAPID_SUBJECT ?? null),
    push: values.VAPID_SUBJECT === OFF ? 'off' : 'on',
    pushAllowLoopback: values.PUSH_ALLOW_LOOPBACK,
    attachments: readAttachments(values),
    ...readSpeechSettings(values),
  }
}

/** Throws where it is no state of the United States, or there is no country beside it. */
function readHotelState(country: string | undefined, given: string | undefined): string | null {
  if (given === undefined) return null
  const state = country === undefined ? null : readState(country, given)
  if (state !== null) return state
  throw new SettingsError(
    `HOTEL_STATE=${given} is not usable: expected HOTEL_COUNTRY beside it, and of the United States a state such as NV.`,
  )
}

function readAttachments(values: v.InferOutput<typeof environmentSchema>): AttachmentSettings {
  const { ATTACHMENTS: homes, ATTACHMENTS_ACCESS_KEY_ID: id, ATTACHMENTS_SECRET_ACCESS_KEY: secret } = values
  if (homes?.home === 'files' && values.DATABASE_URL !== undefined) {
    throw new SettingsError(
      'ATTACHMENTS=files is for the embedded database only: with DATABASE_URL several processes would need one folder. ' +
        "Use 'database' or an address such as s3://bucket.",
    )
  }
  const address = homes?.address ?? null
  requireBoth('ATTACHMENTS_ACCESS_KEY_ID', id, 'ATTACHMENTS_SECRET_ACCESS_KEY', secret)
  requireBoth('ATTACHMENTS with an s3:// address', address ?? undefined, 'ATTACHMENTS_ACCESS_KEY_ID', id)
  const objectStore =
    address === null || id === undefined || secret === undefined
      ? null
      : { ...address, accessKeyId: id, secretAccessKey: secret }
  return { home: homes?.home ?? null, objectStore }
}

function describeIssue(issue: v.BaseIssue<unknown>, given: Record<string, string | undefined>): string {
  const name = String(issue.path?.[0]?.key ?? 'A setting')
  // An address that is no secret may have a password in it.
  const shown = (given[name] ?? '').replace(/\/\/[^/\s]*@/, '//…@')
  const value = SECRETS.has(name) ? `${name} is not usable` : `${name}=${shown} is not usable`
  return `${value}: expected ${issue.message}.`
}

function requireBoth(first: string, firstValue: unknown, second: string, secondValue: unknown): void {
  if ((firstValue === undefined) === (secondValue === undefined)) return
  const [given, missing] = firstValue === undefined ? [second, first] : [first, second]
  throw new SettingsError(`${given} is set without ${missing}: set both or neither.`)
}
