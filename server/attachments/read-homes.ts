import type { AttachmentSettings, ObjectStoreSettings } from '../settings-types.ts'

/** What ATTACHMENTS is expected to be, in words. */
export const HOMES_EXPECTED =
  "'files', 'database' or an address such as s3://bucket/prefix?endpoint=https://s3.example&region=eu-west-1, " +
  'for new files, and after commas the others in which older ones are'

export type ObjectAddress = Omit<ObjectStoreSettings, 'accessKeyId' | 'secretAccessKey'>

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,62}$/i
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/
const REGION = /^[a-z0-9-]+$/
const DEFAULT_REGION = 'us-east-1'

/** The homes that ATTACHMENTS names, the first for what is new; null where it is not usable. */
export function readHomes(
  value: string,
): { home: AttachmentSettings['home']; address: ObjectAddress | null } | null {
  const names: ('database' | 'files' | 's3')[] = []
  let address: ObjectAddress | null = null
  for (const part of value.split(',').map((each) => each.trim())) {
    if (part === 'files' || part === 'database') {
      names.push(part)
      continue
    }
    const read = readAddress(part)
    if (!read) return null
    names.push('s3')
    address = read
  }
  const [home] = names
  if (home === undefined || new Set(names).size < names.length) return null
  return { home, address }
}

/** Without an endpoint it is that of the region at AWS. */
function readAddress(text: string): ObjectAddress | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text)
  if (protocol !== 's3:' || username + password + port + hash !== '' || !BUCKET.test(hostname)) return null
  if ([...searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region')) return null
  const prefix = pathname.replace(/^\/|\/$/g, '')
  if (prefix !== '' && !PREFIX.test(prefix)) return null
  const region = searchParams.get('region') ?? DEFAULT_REGION
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  if (!REGION.test(region) || !isEndpoint(endpoint)) return null
  return { bucket: hostname, prefix, region, endpoint: endpoint.replace(/\/$/, '') }
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === ''
}
