import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A key and the certificate that it signs for itself, in PEM. */
export interface SelfSigned {
  key: string
  cert: string
}

const HOUR_MS = 3_600_000
const OID = {
  commonName: [2, 5, 4, 3],
  ecdsaWithSha256: [1, 2, 840, 10045, 4, 3, 2],
  subjectAltName: [2, 5, 29, 17],
  basicConstraints: [2, 5, 29, 19],
}

/**
 * Makes a certificate for `localhost`, 127.0.0.1 and ::1, valid from an hour ago for a day. Node has no maker of
 * certificates, so that the few structures of X.509 are written here (RFC 5280).
 */
export function makeSelfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(OID.ecdsaWithSha256))
  const name = sequence(set(sequence(oid(OID.commonName), der(0x0c, Buffer.from('localhost')))))
  const now = Date.now()
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const toBeSigned = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    name,
    sequence(time(now - HOUR_MS), time(now + 24 * HOUR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(describeAuthority(), describeNames())),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: writePem(certificate),
  }
}

function describeAuthority(): Buffer {
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])))
  return sequence(oid(OID.basicConstraints), der(0x01, Buffer.from([0xff])), der(0x04, isAuthority))
}

function describeNames(): Buffer {
  const v6 = Buffer.concat([Buffer.alloc(15), Buffer.from([1])])
  const names = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x82, Buffer.from('push.example')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, v6),
  )
  return sequence(oid(OID.subjectAltName), der(0x04, names))
}

/** A value with its tag and length. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts))
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes)
}

function oid([first = 0, second = 0, ...rest]: number[]): Buffer {
  const bytes = [first * 40 + second]
  for (const part of rest) {
    const groups = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return der(0x06, Buffer.from(bytes))
}

/** UTCTime, to the second. */
function time(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '').slice(2)
  return der(0x17, Buffer.from(text))
}

function writePem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
