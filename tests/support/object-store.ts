import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import type { ObjectStoreSettings } from '#server/settings-types.ts'
import { isSigned } from './signed-request.ts'

/** An S3-compatible store on loopback, with one bucket. */
export interface TestObjectStore {
  settings: ObjectStoreSettings
  /** Names of the objects in the bucket. */
  listKeys(): Promise<string[]>
  stop(): Promise<void>
}

const BUCKET = 'hotel-files'
/** What the store takes for its own keys. */
const KEY = 'S3RVER'

/** The store itself does not check signatures of version 4: what stands before it does. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bellhop-objects-'))
  const objects = new S3rver({ silent: true, directory, configureBuckets: [{ name: BUCKET }] })
  await objects.configureBuckets()
  const handle = objects.callback()
  const server = createServer((request, response) => {
    if (isSigned(request, KEY)) void handle(request, response)
    else response.writeHead(403).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix: 'one/two',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    async listKeys() {
      const listed = await objects.store.listObjects(BUCKET, { maxKeys: 1_000 })
      return listed.objects.map(({ key }) => key)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
