import { describe, expect, it } from 'vitest'
import { isLoopbackHost } from '#server/setting-values.ts'
import { readSettings } from '#server/settings.ts'
import { SettingsError } from '#server/settings-error.ts'

describe('settings (CONTRACT section 9)', () => {
  it('has the defaults of the table', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      port: 3978,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      seed: 'demo',
      demoPassword: 'bellhop-demo',
      adminUsername: null,
      capabilities: 'all',
      allowedOrigins: [],
      environmentsFile: null,
      trustProxy: false,
      guestSessionsPerMinute: 30,
      tlsCert: null,
      pushAllowLoopback: false,
      publicUrl: null,
      vapidSubject: null,
      push: 'on',
    })
    expect(settings.hotelTimeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  it('creates no demonstration in production unless told to', () => {
    expect(readSettings({ NODE_ENV: 'production' }).seed).toBe('none')
    expect(readSettings({ NODE_ENV: 'production', SEED: 'demo' }).seed).toBe('demo')
    expect(readSettings({ SEED: 'none' }).seed).toBe('none')
  })

  it('reads what is given', () => {
    const settings = readSettings({
      PORT: '0',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://u:p@db/bellhop',
      ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080/',
      TRUST_PROXY: '1',
      HOTEL_TIME_ZONE: 'Europe/Madrid',
      FACEBOOK_GRAPH_URL: 'http://127.0.0.1:9/',
      ADMIN_USERNAME: 'ada',
      ADMIN_PASSWORD: 'long enough',
      CAPABILITIES: 'none',
    })
    expect(settings).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      databaseUrl: 'postgres://u:p@db/bellhop',
      allowedOrigins: ['https://a.example', 'http://b.example:8080'],
      trustProxy: true,
      hotelTimeZone: 'Europe/Madrid',
      facebookGraphUrl: 'http://127.0.0.1:9',
      adminUsername: 'ada',
      adminPassword: 'long enough',
      capabilities: 'none',
    })
  })

  it('reads who answers for pushes, and whether there are any', () => {
    for (const subject of ['mailto:it@hotel.example', 'https://hotel.example/contact']) {
      expect(readSettings({ VAPID_SUBJECT: subject })).toMatchObject({ vapidSubject: subject, push: 'on' })
    }
    expect(readSettings({ VAPID_SUBJECT: 'off' })).toMatchObject({ vapidSubject: null, push: 'off' })
  })

  it.each([
    ['https://Console.Hotel.Example/', 'https://console.hotel.example'],
    ['https://hotel.example:8443', 'https://hotel.example:8443'],
    ['http://localhost:3978', 'http://localhost:3978'],
    ['http://[::1]:3978', 'http://[::1]:3978'],
  ])('reads where people reach it: %s', (value, publicUrl) => {
    expect(readSettings({ PUBLIC_URL: value })).toMatchObject({ publicUrl })
  })

  it('reads where attachments are, the first for new ones', () => {
    expect(readSettings({}).attachments).toEqual({ home: null, objectStore: null })
    expect(readSettings({ ATTACHMENTS: 'files' }).attachments).toMatchObject({ home: 'files' })
    const DATABASE_URL = 'postgres://u:p@db/bellhop'
    expect(readSettings({ ATTACHMENTS: 'database', DATABASE_URL }).attachments.home).toBe('database')
    const keys = { ATTACHMENTS_ACCESS_KEY_ID: 'id', ATTACHMENTS_SECRET_ACCESS_KEY: 'secret' }
    const bucket = 's3://hotel/a/b/?endpoint=https://s3.example/&region=eu-west-1'
    expect(readSettings({ ATTACHMENTS: bucket, DATABASE_URL, ...keys }).attachments).toEqual({
      home: 's3',
      objectStore: {
        endpoint: 'https://s3.example',
        region: 'eu-west-1',
        bucket: 'hotel',
        prefix: 'a/b',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
    })
    expect(readSettings({ ATTACHMENTS: 'database, s3://hotel', ...keys }).attachments).toMatchObject({
      home: 'database',
      objectStore: { endpoint: 'https://s3.us-east-1.amazonaws.com', bucket: 'hotel', prefix: '' },
    })
  })

  it.each([
    'folder',
    'files,files',
    's3://',
    's3://hotel/a b',
    's3://hotel?endpoint=ftp://x',
    's3://hotel?key=hunter2',
    's3://id:hunter2@hotel',
    's3://a1b, s3://c1d',
  ])('refuses attachments in %s, and repeats nothing of it', (value) => {
    const message = readFailure({ ATTACHMENTS: value })
    expect(message).toMatch(
      /^ATTACHMENTS is not usable: expected 'files', 'database' or an address such as s3:/,
    )
    expect(message).not.toContain('hunter2')
    expect(message).not.toContain('\n')
  })

  it('refuses a folder of files that several processes would share', () => {
    const message = readFailure({ ATTACHMENTS: 'files', DATABASE_URL: 'postgres://u:p@db/bellhop' })
    expect(message).toMatch(/^ATTACHMENTS=files is for the embedded database only/)
  })

  it('takes an empty value for an absent one', () => {
    expect(readSettings({ PORT: '', SEED: ' ', DATABASE_URL: '' })).toMatchObject({
      port: 3978,
      databaseUrl: null,
    })
  })

  it.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['SEED', 'dmeo', "'demo' or 'none'"],
    ['CAPABILITIES', 'some', "'all' or 'none'"],
    ['TRUST_PROXY', 'maybe', '1 or 0'],
    ['HOTEL_TIME_ZONE', 'Mars/Olympus', 'a time zone'],
    ['ALLOWED_ORIGINS', 'https://a.example/path', 'origins such as'],
    ['ALLOWED_ORIGINS', '*', 'origins such as'],
    ['GUEST_SESSIONS_PER_MINUTE', '0', 'a whole number from 1'],
    ['FACEBOOK_GRAPH_URL', 'graph', 'an http or https address'],
    ['HOST', 'a b', 'a host name'],
    ['MAIL_FROM', 'Harbour Light', 'an address such as Harbour Light <alerts@hotel.example>'],
    ['MAIL_FROM', 'a@b.example, c@d.example', 'an address such as'],
    ['PUBLIC_URL', 'console.hotel.example', 'an origin such as https://console.hotel.example'],
    ['PUBLIC_URL', 'http://console.hotel.example', 'http for localhost only'],
    ['PUBLIC_URL', 'https://hotel.example/console', 'without path, query and user'],
    ['PUBLIC_URL', 'https://hotel.example/?env=prod', 'without path, query and user'],
    ['PUBLIC_URL', 'ftp://hotel.example', 'an origin such as'],
    ['VAPID_SUBJECT', 'it@hotel.example', 'an address such as mailto:'],
    ['VAPID_SUBJECT', 'http://hotel.example', 'an address such as mailto:'],
  ])(
    'stops at %s=%s with one line that names it, the value and what is expected',
    (name, value, expected) => {
      const message = readFailure({ [name]: value })
      expect(message).toContain(`${name}=${value}`)
      expect(message).toContain(expected)
      expect(message).not.toContain('\n')
    },
  )

  it.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['DEMO_PASSWORD', 'hunter2'],
    ['ADMIN_PASSWORD', 'hunter2'],
    ['SMTP_URL', 'ftp://user:hunter2@host'],
    ['PUBLIC_URL', 'https://user:hunter2@hotel.example'],
  ])('never repeats the secret of %s', (name, value) => {
    const message = readFailure({ [name]: value, ADMIN_USERNAME: 'ada' })
    expect(message).toContain(name)
    expect(message).not.toContain('hunter2')
  })

  it.each([
    [{ ADMIN_USERNAME: 'ada' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_USERNAME'],
    [{ TLS_CERT: 'cert.pem' }, 'TLS_KEY'],
    [{ SMTP_URL: 'smtp://mail.hotel.example' }, 'MAIL_FROM'],
    [{ TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+17025550100' }, 'TWILIO_ACCOUNT_SID'],
    [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token' }, 'TWILIO_FROM'],
    [{ TWILIO_FROM: '+17025550100' }, 'TWILIO_ACCOUNT_SID'],
    [{ ATTACHMENTS: 's3://hotel' }, 'ATTACHMENTS_ACCESS_KEY_ID'],
    [{ ATTACHMENTS: 's3://hotel', ATTACHMENTS_ACCESS_KEY_ID: 'id' }, 'ATTACHMENTS_SECRET_ACCESS_KEY'],
    [
      { ATTACHMENTS_ACCESS_KEY_ID: 'id', ATTACHMENTS_SECRET_ACCESS_KEY: 'secret' },
      'ATTACHMENTS with an s3:// address',
    ],
  ])('asks for the other half of a pair', (environment, missing) => {
    expect(readFailure(environment)).toContain(`without ${missing}`)
  })

  it('takes senders of email and SMS, and MAIL_FROM alone as who answers for pushes', () => {
    const mail = { SMTP_URL: 'smtps://user:secret@mail.example', MAIL_FROM: 'Desk <desk@hotel.example>' }
    expect(readSettings(mail)).toMatchObject({ smtpUrl: mail.SMTP_URL, mailFrom: mail.MAIL_FROM })
    expect(readSettings({ MAIL_FROM: 'desk@hotel.example' })).toMatchObject({ smtpUrl: null })
    const sms = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+17025550100' }
    expect(readSettings(sms)).toMatchObject({ twilioAccountSid: 'AC1', twilioApiUrl: null })
  })

  it('knows which hosts only this machine reaches', () => {
    expect(['127.0.0.1', '127.4.5.6', '::1', 'localhost'].every(isLoopbackHost)).toBe(true)
    expect(['0.0.0.0', '::', '10.0.0.1', 'localhost.example', '127.0.0.1.example'].some(isLoopbackHost)).toBe(
      false,
    )
  })

  it('reads the voice: a service’s with its key, this machine’s, or none', () => {
    const key = { SPEECH_KEY: 'a key' }
    const read = (given: Record<string, string>) => {
      const { speech, speechUrl, speechKey } = readSettings(given)
      return [speech, speechUrl, speechKey]
    }
    expect(read({})).toEqual(['on', null, null])
    expect(read({ SPEECH_URL: 'off' })).toEqual(['off', null, null])
    expect(read({ SPEECH_URL: 'off', ...key })).toEqual(['off', null, null])
    for (const url of ['https://voice.example/v1/say?hotel=7', 'http://127.0.0.1:9/say', 'http://[::1]:9/']) {
      expect(read({ SPEECH_URL: url, ...key })).toEqual(['on', url, 'a key'])
    }
    for (const url of [
      'http://voice.example/',
      'ftp://voice.example',
      'https://user:pass@voice.example',
      'http://127.0.0.1.example/',
      'voice',
    ]) {
      expect(() => readSettings({ SPEECH_URL: url, ...key })).toThrow(
        /SPEECH_URL=.* is not usable: expected an https/,
      )
    }
    expect(() => readSettings({ SPEECH_URL: 'https://voice.example/' })).toThrow(
      /SPEECH_URL is set without SPEECH_KEY/,
    )
    expect(() => readSettings(key)).toThrow(/SPEECH_KEY is set without SPEECH_URL/)
  })
})

function readFailure(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  throw new Error('the settings were taken')
}
