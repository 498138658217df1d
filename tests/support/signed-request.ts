import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Whether a request carries the signature (AWS, version 4) that `secret` gives for it; told without the product's library. */
export function isSigned({ method = '', url = '', headers }: IncomingMessage, secret: string): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return false
  const [, day = '', region = '', names = '', signature] = parts
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const [path = '', query = ''] = url.split('?')
  const digest = String(headers['x-amz-content-sha256'])
  const canonical = [method, path, query, lines.join(''), names, digest].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hashed].join('\n')
  let key: string | Buffer = `AWS4${secret}`
  for (const part of [day, region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(text).digest('hex') === signature
}
