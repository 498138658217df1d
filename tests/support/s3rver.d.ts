/** What the tests use of it; the package brings no types. */
declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class S3rver {
    constructor(options: { silent: boolean; directory: string; configureBuckets: { name: string }[] })
    configureBuckets(): Promise<void>
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    store: {
      listObjects(bucket: string, options: { maxKeys: number }): Promise<{ objects: { key: string }[] }>
    }
  }

  export = S3rver
}
