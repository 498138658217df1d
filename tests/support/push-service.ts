import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { ONLY_WHOLE_BROWSER } from './journey.ts'
import { startPushEndpoint, type PushEndpoint } from './push-endpoint.ts'

/** The push service of a file's journeys. */
export interface PushService {
  endpoint(): PushEndpoint
  /** For `journeyAlone`: an environment that trusts it, and a browser that shows notifications. */
  trusted: typeof ONLY_WHOLE_BROWSER & { readSettings: () => Record<string, string> }
}

/** Starts a push service before the file's tests, and stops it after them. Call it where they are declared. */
export function usePushService(): PushService {
  let started: { endpoint: PushEndpoint; folder: string; ca: string } | undefined
  const find = () => {
    if (!started) throw new Error('The push service is there while tests run.')
    return started
  }
  beforeAll(async () => {
    const endpoint = await startPushEndpoint()
    const folder = await mkdtemp(join(tmpdir(), 'bellhop-push-'))
    const ca = join(folder, 'ca.pem')
    await writeFile(ca, endpoint.ca)
    started = { endpoint, folder, ca }
  })
  afterAll(async () => {
    const { endpoint, folder } = find()
    await endpoint.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    endpoint: () => find().endpoint,
    trusted: {
      ...ONLY_WHOLE_BROWSER,
      readSettings: () => ({
        PUSH_ALLOW_LOOPBACK: '1',
        NODE_EXTRA_CA_CERTS: find().ca,
        VAPID_SUBJECT: 'mailto:it@hotel.example',
      }),
    },
  }
}
