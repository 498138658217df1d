/** What a running environment is told (CONTRACT section 9), after parsing. `server/settings.ts` reads it from the process. */
export interface Settings {
  /** 0 takes any free port. */
  port: number
  host: string
  /** Where the embedded database lives; unused where `databaseUrl` is set. */
  dataDir: string
  /** The keys that encrypt the secrets in the database, a line each. */
  secretsKeyFile: string
  databaseUrl: string | null
  seed: 'demo' | 'none'
  demoPassword: string
  adminUsername: string | null
  adminPassword: string | null
  /** `none`: an environment that has the specification alone (CONTRACT section 2). */
  capabilities: 'all' | 'none'
  /** Origins beside the server's own, such as `https://console.example`. */
  allowedOrigins: string[]
  environmentsFile: string | null
  /** Whether `X-Forwarded-For` names the client's address. */
  trustProxy: boolean
  /** IANA name. */
  hotelTimeZone: string
  /** BCP 47: in which the bot speaks to guests whose own it does not. */
  hotelLanguage: string
  /** ISO 3166, two letters; null: not said, and no segment can mean where guests are at home. */
  hotelCountry: string | null
  /** Two letters in the United States, elsewhere as guests are registered, in capitals. */
  hotelState: string | null
  /** Base address of the social network's graph, without a trailing slash. */
  facebookGraphUrl: string
  /** Writes as the hotel's page. The three of Facebook are set together or not at all. */
  facebookPageToken: string | null
  /** Signs what Facebook tells us. */
  facebookAppSecret: string | null
  /** What Facebook shows when it is told of our webhook. */
  facebookVerifyToken: string | null
  guestSessionsPerMinute: number
  tlsCert: string | null
  tlsKey: string | null
  smtpUrl: string | null
  mailFrom: string | null
  twilioAccountSid: string | null
  twilioAuthToken: string | null
  twilioFrom: string | null
  twilioApiUrl: string | null
  /** The origin under which people reach this installation, such as `https://console.hotel.example`; null: not said. */
  publicUrl: string | null
  /** Who answers for this environment's pushes, `mailto:` or `https:`; null where nobody is named. */
  vapidSubject: string | null
  /** `off`: no device is alerted (`VAPID_SUBJECT=off`). */
  push: 'on' | 'off'
  pushAllowLoopback: boolean
  attachments: AttachmentSettings
  /** `off`: nothing is said here (`SPEECH_URL=off`). */
  speech: 'on' | 'off'
  /** A voice service (docs/decisions/045-speech.md); null: the voice of this machine. */
  speechUrl: string | null
  speechKey: string | null
}

/** Where the bytes of attachments are. */
export interface AttachmentSettings {
  /** Where new ones go; null: the data folder beside the embedded database, or PostgreSQL. */
  home: 'files' | 'database' | 's3' | null
  /** The store of `s3`, also where only older ones are in it. */
  objectStore: ObjectStoreSettings | null
}

/** An S3-compatible store. */
export interface ObjectStoreSettings {
  /** Without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  /** Without slashes around it; may be empty. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}
