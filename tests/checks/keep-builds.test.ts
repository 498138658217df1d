import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepEarlierBuilds } from '#scripts/keep-builds.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bellhop-builds-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(folder: string, files: readonly string[]): Promise<void> {
  await mkdir(join(root, folder, 'assets'), { recursive: true })
  for (const file of files) await writeFile(join(root, folder, file), file)
}

it('serves the late parts of the last five builds, compressed too, and no older ones', async () => {
  let record = null
  for (let build = 1; build <= 7; build += 1) {
    const own = ['index.html', `assets/late-${build}.js`, 'assets/same.js']
    await write(`build-${build}`, [...own, `assets/late-${build}.js.br`])
    const [current, fresh] = [join(root, `build-${build - 1}`), join(root, `build-${build}`)]
    record = { files: own, earlier: await keepEarlierBuilds({ record, current, fresh, own }) }
  }
  const kept = [3, 4, 5, 6, 7].flatMap((build) => [`late-${build}.js`, `late-${build}.js.br`])
  expect((await readdir(join(root, 'build-7', 'assets'))).sort()).toEqual([...kept, 'same.js'])
})

it('begins with nothing, and with the record of a build that kept one generation', async () => {
  await write('old', ['assets/late.js'])
  await write('fresh', [])
  const [current, fresh] = [join(root, 'old'), join(root, 'fresh')]
  expect(await keepEarlierBuilds({ record: null, current, fresh, own: [] })).toEqual([])
  const record = { files: ['index.html', 'assets/late.js'] }
  expect(await keepEarlierBuilds({ record, current, fresh, own: [] })).toEqual([['assets/late.js']])
  expect(await readdir(join(fresh, 'assets'))).toEqual(['late.js'])
})
