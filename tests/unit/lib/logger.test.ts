import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { logger, readLog } from '#src/lib/logger.ts'

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('what is kept of warnings and errors', () => {
  it('the sentence, numbers, flags and the names of errors; never their words', () => {
    logger.error('something failed', {
      code: 1006,
      isLate: true,
      error: new RangeError('Ana'),
      written: 'QuotaExceededError: no room for Ana',
      thrown: new DOMException('Ana', 'AbortError'),
      name: 'Ana',
      nothing: null,
    })
    expect(readLog().at(-1)).toMatchObject({
      level: 'error',
      message: 'something failed',
      details: {
        code: 1006,
        isLate: true,
        error: 'RangeError',
        written: 'QuotaExceededError',
        thrown: 'AbortError',
        name: '…',
        nothing: '…',
      },
    })
  })

  it('the last 200 of them, the oldest first; what is only told is not kept', () => {
    for (let index = 0; index < 205; index += 1) logger.warn('again', { index })
    logger.info('by the way')
    const indexes = readLog().map(({ details }) => details['index'])
    expect(indexes).toEqual(Array.from({ length: 200 }, (_, place) => place + 5))
  })
})

describe('every sentence that is logged', () => {
  it('is written out, with nothing put into it: it is kept as it stands', async () => {
    const files = (await Promise.all(['src', 'sw'].map(listSources))).flat()
    const calls: string[] = []
    for (const file of files) {
      const text = await readFile(file, 'utf8')
      for (const [call] of text.matchAll(/logger\.(?:warn|error)\(\s*(?:'[^']*'\s*[,)]|.)?/gs))
        calls.push(call)
    }
    expect(calls.length).toBeGreaterThan(15)
    expect(calls.filter((call) => !/\(\s*'[^']*'\s*[,)]$/s.test(call))).toEqual([])
  })
})

async function listSources(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true })
  return found.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name))
}
