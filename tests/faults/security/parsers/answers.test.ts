import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { chatListSchema } from '#src/contract/chats.ts'
import { readFrame } from '#src/contract/frames.ts'
import { readPushPayload } from '#src/contract/push.ts'
import { catalogSchema } from '#src/contract/translations.ts'
import { chooseSeed } from '#tests/support/fuzz-port.ts'
import { describeJson } from '#tests/support/hostile-json.ts'

/**
 * Whatever an environment, or who stands in its place, answers: the contract's parsers throw nothing, end, and no row of a list
 * is missing (CONTRACT section 1). FUZZ_RUNS says how many of each; a schema that is new is found by itself.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100)
const FOLDER = path.join(import.meta.dirname, '../../../../src/contract')

type Schema = v.GenericSchema
const modules = await Promise.all(
  readdirSync(FOLDER).map(async (file) => ({
    file,
    names: listNames(readFileSync(path.join(FOLDER, file), 'utf8')),
    exported: (await import(path.join(FOLDER, file))) as Record<string, unknown>,
  })),
)
const shared = modules.find(({ file }) => file === 'chats.ts')?.names ?? []
const schemas = modules.flatMap(({ file, names, exported }) =>
  Object.entries(exported).flatMap(([name, value]) =>
    isSchema(value) ? [{ name: `${file} ${name}`, names: [...names, 'id'], schema: value }] : [],
  ),
)

/** The names of fields in a module's source, right or not: they are what its parsers look for. */
function listNames(source: string): string[] {
  return [...new Set([...source.matchAll(/\b([A-Za-z_]\w*)\??:/g)].map(([, name = '']) => name))]
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema'
}

const seed = chooseSeed('answers')
const sample = (names: readonly string[], runs: number) =>
  fc.sample(describeJson(names), { seed, numRuns: runs })
/** For a failing test's message; what is deep can't be written. */
function show(input: unknown): string {
  try {
    return JSON.stringify(input).slice(0, 2_000)
  } catch {
    return 'something deep'
  }
}

describe('an answer of anything', () => {
  it('is looked for by every schema of the contract', () => {
    expect(schemas.length).toBeGreaterThan(60)
  })

  it.each(schemas.map(({ name, schema, names }) => [name, schema, names] as const))(
    '%s',
    (_name, schema, names) => {
      const isList = isListSchema(schema)
      for (const input of sample(names, RUNS)) {
        const inputs = isList ? [input, [input], [input, null, 7, 'x', [], {}, input]] : [input]
        for (const each of inputs) checkAnswer(schema, each, isList)
      }
    },
  )
})

function isListSchema(schema: Schema): boolean {
  const empty = v.safeParse(schema, [])
  return empty.success && Array.isArray(empty.output)
}

/** Either it is no answer, or as many rows come out as went in, each with an id where rows have one. */
function checkAnswer(schema: Schema, input: unknown, isList: boolean): void {
  let parsed: v.SafeParseResult<Schema>
  try {
    parsed = v.safeParse(schema, input)
  } catch (error) {
    throw new Error(`it threw on ${show(input)}`, { cause: error })
  }
  if (!isList || !parsed.success || !Array.isArray(input)) return
  const given: unknown = parsed.output
  if (!Array.isArray(given) || given.length !== input.length)
    expect.fail(`rows are missing of ${show(input)}`)
}

describe('what is deeper than calls can go', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const row = (text: string) => JSON.parse(`{"x":${deep},"displayName":"${text}"}`) as unknown

  it('hides no other row of a list, and two of them are two', () => {
    const rows = v.parse(chatListSchema, [row('Ana'), { id: 'c' }, row('Ben')])
    expect(rows.map(({ displayName, unreadable = [] }) => [displayName, unreadable.includes('id')])).toEqual([
      ['Ana', true],
      ['', false],
      ['Ben', true],
    ])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
    expect(v.parse(chatListSchema, [row('Ana')])[0]?.id).toBe(rows[0]?.id)
  })

  it('is a frame whose chat is marked, or texts of no language', () => {
    const hint = '{"type":"chat_changed","chatId":"c","prev":"1","seq":"2"'
    expect(readFrame(`${hint},"chat":{"x":${deep}}}`)).toMatchObject({
      chatId: 'c',
      change: { chat: { unreadable: ['id'] } },
    })
    const texts = `${'{"a":'.repeat(50_000)}"b"${'}'.repeat(50_000)}`
    expect(v.is(catalogSchema, JSON.parse(texts))).toBe(false)
  })
})

describe('a text over the wire', () => {
  const names = [...(modules.find(({ file }) => file === 'frames.ts')?.names ?? []), ...shared]
  const types = [
    'new_message',
    'chat_changed',
    'needs_help',
    'admin_joined',
    'heartbeat',
    'rows_changed',
    'x',
  ]
  const frame = fc
    .tuple(fc.constantFrom(...types), describeJson(names), describeJson(names), describeJson(names))
    .map(([type, value, chat, message]) => ({ type, chatId: 'c', value, prev: '1', seq: '2', chat, message }))
  const text = fc.oneof(
    { weight: 3, arbitrary: frame.map(write) },
    { weight: 2, arbitrary: describeJson(names).map(write) },
    {
      weight: 1,
      arbitrary: fc.tuple(frame.map(write), fc.nat()).map(([whole, at]) => whole.slice(0, at % whole.length)),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  )

  it('is a frame or none', () => {
    for (const each of fc.sample(text, { seed, numRuns: RUNS * 10 })) {
      const read = readFrame(each)
      if (read && 'change' in read && read.chatId === '') expect.fail(show(each))
    }
  })

  it('is a push or none', () => {
    const pushes = modules.find(({ file }) => file === 'push.ts')?.names ?? []
    for (const each of sample(pushes, RUNS)) readPushPayload(write(each))
    for (const each of fc.sample(text, { seed, numRuns: RUNS })) readPushPayload(each)
  })
})

/** What is deep is written by hand, as whoever sends it does. */
function write(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return `{"type":"new_message","chatId":"c","prev":"1","seq":"2","chat":{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
  }
}
