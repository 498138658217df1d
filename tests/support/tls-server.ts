import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeSelfSigned } from './self-signed.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A test server whose port speaks TLS, with a certificate that it signed for itself. */
export interface TlsServer {
  /** Its addresses are written as those of one without TLS. */
  server: TestServer
  stop(): Promise<void>
}

export async function startTlsServer(
  options: Omit<Parameters<typeof startTestServer>[0] & object, 'settings'> = {},
): Promise<TlsServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bellhop-tls-'))
  const { key, cert } = makeSelfSigned()
  const settings = { tlsCert: path.join(folder, 'cert.pem'), tlsKey: path.join(folder, 'key.pem') }
  await Promise.all([writeFile(settings.tlsCert, cert), writeFile(settings.tlsKey, key)])
  const server = await startTestServer({ ...options, settings })
  return {
    server,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
