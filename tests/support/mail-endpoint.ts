import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it arrived, decoded. */
export interface ArrivedMail {
  /** Of the envelope. */
  from: string
  to: string[]
  headers: Map<string, string>
  subject: string
  text: string
  /** All of it as it came over the line. */
  raw: string
}

/** What the mail server refuses, once: a connection, a recipient, or the mail itself. */
export interface MailRefusal {
  at: 'connection' | 'recipient' | 'mail'
  code: number
  words?: string
}

/** A mail server on loopback that speaks SMTP for real. */
export interface MailEndpoint {
  port: number
  /** For SMTP_URL. */
  url: string
  arrived: ArrivedMail[]
  /** Refuses the next thing of that kind so, in order; then nothing again. */
  refuseNext(...refusals: MailRefusal[]): void
  /** Refuses this recipient until it is called with null. */
  refuseRecipient(address: string, code: number | null): void
  /** Takes the next mail and answers it only then. */
  holdNext(until: Promise<void>): void
  /** How often somebody connected. */
  connections(): number
  stop(): Promise<void>
}

/** With `account` it takes mail of whoever signs in so, and nobody else's. */
export async function startMailEndpoint(
  options: { account?: { user: string; password: string }; port?: number } = {},
): Promise<MailEndpoint> {
  const { account, port = 0 } = options
  const arrived: ArrivedMail[] = []
  const refusals: MailRefusal[] = []
  const refused = new Map<string, number>()
  const holds: Promise<void>[] = []
  let connections = 0
  const takeRefusal = (at: MailRefusal['at']) => {
    const index = refusals.findIndex((refusal) => refusal.at === at)
    const refusal = index === -1 ? undefined : refusals.splice(index, 1)[0]
    return refusal ? fail(refusal.code, refusal.words) : null
  }
  const server = new SMTPServer({
    ...withoutTls(account !== undefined),
    onAuth({ username, password }, _session, done) {
      if (username === account?.user && password === account?.password) done(null, { user: username })
      else done(fail(535, 'authentication failed'))
    },
    onConnect(_session, done) {
      connections += 1
      done(takeRefusal('connection'))
    },
    onRcptTo({ address }, _session, done) {
      const code = refused.get(address)
      done(code === undefined ? takeRefusal('recipient') : fail(code, `no mail for ${address}`))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = takeRefusal('mail')
        if (refusal) return done(refusal)
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        arrived.push({ from, to, ...readMail(Buffer.concat(chunks).toString()) })
        void (holds.shift() ?? Promise.resolve()).then(() => done(null))
      })
    },
  })
  // A client that goes away in the middle, as a process does that is killed, is no failure of the server's.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const taken = (server.server.address() as AddressInfo).port
  const sign = account ? `${account.user}:${account.password}@` : ''
  return {
    port: taken,
    url: `smtp://${sign}127.0.0.1:${taken}`,
    arrived,
    refuseNext: (...next) => void refusals.push(...next),
    refuseRecipient(address, code) {
      if (code === null) refused.delete(address)
      else refused.set(address, code)
    },
    holdNext: (until) => void holds.push(until),
    connections: () => connections,
    async stop() {
      for (const { _socket: socket } of server.connections) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function withoutTls(hasAccount: boolean): SMTPServerOptions {
  return {
    disabledCommands: hasAccount ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
  }
}

function fail(responseCode: number, words = 'not now'): Error {
  return Object.assign(new Error(words), { responseCode })
}

function readMail(raw: string): Pick<ArrivedMail, 'headers' | 'subject' | 'text' | 'raw'> {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  const isQuoted = headers.get('content-transfer-encoding') === 'quoted-printable'
  const text = body.join('\r\n\r\n')
  return {
    raw,
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: (isQuoted ? decodeQuoted(text.replace(/=\r\n/g, '')) : text).replaceAll('\r\n', '\n'),
  }
}

/** RFC 2047. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
