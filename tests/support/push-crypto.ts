import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A browser's side of a subscription: the keys that it gives away, and how it reads what was encrypted for them. */
export interface PushReceiver {
  keys: { p256dh: string; auth: string }
  /** Decrypts a body in `aes128gcm`; throws for what was not encrypted for these keys. */
  decrypt(body: Buffer): string
}

const KEY_BYTES = 16
const NONCE_BYTES = 12
const SALT_BYTES = 16
const TAG_BYTES = 16
/** Salt, record size, and the length of the sender's key, before the key itself (RFC 8188). */
const HEADER_BYTES = SALT_BYTES + 5
const LAST_RECORD = 2

/** Makes fresh keys and reads messages as RFC 8291 and RFC 8188 describe them, written apart from what sends them. */
export function createReceiver(): PushReceiver {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, SALT_BYTES)
      const keyLength = body.readUInt8(HEADER_BYTES - 1)
      const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + keyLength)
      const record = body.subarray(HEADER_BYTES + keyLength)
      if (record.length > body.readUInt32BE(SALT_BYTES)) throw new Error('more than one record')
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = derive(own.computeSecret(senderKey), auth, info, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-TAG_BYTES))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
      const end = padded.findLastIndex((byte) => byte !== 0)
      if (padded[end] !== LAST_RECORD) throw new Error('the padding is wrong')
      return padded.subarray(0, end).toString('utf8')
    },
  }
}

/** What a push service learns of who sends (RFC 8292). */
export interface VapidClaims {
  aud: string
  exp: number
  sub: string
  /** The key that signed, in base64url: `capabilities.push.publicKey`. */
  publicKey: string
}

/** Reads `Authorization: vapid t=…, k=…`; throws where the signature is not that key's. */
export function verifyVapid(authorization: string): VapidClaims {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is not that of the key')
  const { alg } = readJson(header) as { alg: string }
  if (alg !== 'ES256') throw new Error(`signed by ${alg}`)
  return { ...(readJson(payload) as Omit<VapidClaims, 'publicKey'>), publicKey }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

function readJson(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
}
