import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { FETCHED_VERSION } from '#scripts/find-chromium.mjs'

const NAME = '@sparticuz/chromium'

/** An npm registry that has one package, on loopback. */
export interface FakeRegistry {
  url: string
  /** How often the package was asked for. */
  downloads: number
  /** What it does with the bytes. */
  manner: 'whole' | 'broken off' | 'stalled'
  /** What is served from now on. */
  tarball: Buffer
  stop(): Promise<void>
}

export async function startFakeRegistry(tarball: Buffer): Promise<FakeRegistry> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) serve(registry, response)
    else response.end(JSON.stringify(describe(registry)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const registry: FakeRegistry = {
    url: `http://127.0.0.1:${port}/`,
    downloads: 0,
    manner: 'whole',
    tarball,
    stop() {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return stopped
    },
  }
  return registry
}

/** What package-lock.json and the like say of a file. */
export function hashTarball(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`
}

/** A package made as the real one is, of which `script` is the browser. */
export function packBrowser(folder: string, script: string): Buffer {
  const bin = join(folder, 'package', 'bin')
  const pack = (archive: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, archive, file, '..'), { recursive: true })
      writeFileSync(join(folder, archive, file), text)
    }
    const tar = execFileSync('tar', ['-cf', '-', '-C', join(folder, archive), '.'])
    writeFileSync(join(bin, `${archive}.tar.br`), brotliCompressSync(tar))
  }
  mkdirSync(bin, { recursive: true })
  pack('al2023', { 'lib/libnss3.so': 'nss' })
  pack('swiftshader', { 'libEGL.so': 'angle' })
  pack('fonts', { 'fonts.conf': 'theirs', 'fonts/Open_Sans/one.ttf': 'font' })
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(`#!/bin/sh\n${script}\n`))
  const manifest = { name: NAME, version: FETCHED_VERSION, engines: { node: '>=99' } }
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify(manifest))
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder })
  return readFileSync(join(folder, 'package.tgz'))
}

function describe({ url, tarball }: FakeRegistry): object {
  const dist = { tarball: `${url}chromium.tgz`, integrity: hashTarball(tarball) }
  const version = { name: NAME, version: FETCHED_VERSION, dist }
  return { name: NAME, 'dist-tags': { latest: FETCHED_VERSION }, versions: { [FETCHED_VERSION]: version } }
}

function serve(registry: FakeRegistry, response: ServerResponse): void {
  registry.downloads += 1
  const { tarball, manner } = registry
  response.setHeader('content-length', tarball.length)
  if (manner === 'whole') response.end(tarball)
  else
    response.write(tarball.subarray(0, tarball.length >> 1), () => {
      if (manner === 'broken off') response.destroy()
    })
}
