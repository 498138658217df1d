import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaleChatId } from '#server/demo/scale.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { startPostgres, type TestPostgres } from '#tests/support/postgres.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { median, percentile } from './measure.ts'
import { RANGE_DAYS, startReportedHotel } from './reported-hotel.ts'

const IN_RANGE = Number(process.env['BELLHOP_BENCH_MESSAGES'] ?? 100_000)
const SMALL = { messages: IN_RANGE, inRange: IN_RANGE }
const LARGE = { messages: 10 * IN_RANGE, inRange: IN_RANGE }
const TITLES = ['live', 'message', 'user', 'service']
const ROUNDS = 15
const WARM_UP_ROUNDS = 2
/** What a tab may cost with ten times the messages of which as many are in its range. */
const MAX_RATIO = 1.5
/** Below so many ms the difference is the line's. */
const LEAST_MS = 5
const YEAR_DAYS = 365
const MAX_YEAR_MS = 2_000
const CALLS = 60
const DAY_MS = 86_400_000

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe.each(['embedded', 'postgres'] as const)('%s', (kind) => {
  const servers: ServerProcess[] = []
  const managers: Client[] = []
  beforeAll(async () => {
    for (const size of [SMALL, LARGE]) {
      const begun = performance.now()
      const server = await startReportedHotel(size, kind === 'embedded' ? null : postgres.url)
      print(`${kind}: ${size.messages} messages in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
      servers.push(server)
      managers.push(await signIn(server, 'manager'))
    }
  }, 1_800_000)
  afterAll(async () => {
    for (const server of servers) await server.remove()
  })

  it(`a tab of ${RANGE_DAYS} days costs what its range has`, async () => {
    const times = TITLES.map(() => managers.map((): number[] => []))
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1)
      for (const [tab, title] of TITLES.entries())
        for (const [size, manager] of managers.entries()) {
          const ms = await time(() => readReport(manager, title, RANGE_DAYS))
          if (round >= 0) times[tab]?.[size]?.push(ms)
        }
    for (const [tab, title] of TITLES.entries()) {
      const [small = Number.NaN, large = Number.NaN] = times[tab]?.map(median) ?? []
      const ratio = large / Math.max(small, LEAST_MS)
      print(
        `${kind}, ${title}: ${small.toFixed(1)} ms, ${large.toFixed(1)} ms, ${ratio.toFixed(2)} times (at most ${MAX_RATIO})`,
      )
      expect.soft(ratio, `${kind}, ${title}`).toBeLessThanOrEqual(MAX_RATIO)
    }
  })

  it('a year costs no more than two seconds', async () => {
    const [, manager] = managers
    if (!manager) throw new Error('nobody is signed in')
    for (const title of TITLES) {
      const times: number[] = []
      for (let round = 0; round < 3; round += 1)
        times.push(await time(() => readReport(manager, title, YEAR_DAYS)))
      // The least is what it costs; the others are what else the machine did.
      const least = Math.min(...times)
      print(`${kind}, ${title} of a year: ${least.toFixed(0)} ms (at most ${MAX_YEAR_MS})`)
      expect.soft(least, `${kind}, ${title} of a year`).toBeLessThanOrEqual(MAX_YEAR_MS)
    }
  })

  it('others wait no longer while reports are made', async () => {
    const [server, manager] = [servers[1], managers[1]]
    if (!server || !manager) throw new Error('there is no server')
    const agent = await signIn(server, 'agent')
    const chatId = scaleChatId(7)
    await agent.call(`/api/takeover/pause/${chatId}`)
    const cursor = String(readField((await agent.call('/api/sync')).body, 'cursor'))
    const calls: [string, () => Promise<unknown>][] = [
      ['chats', () => agent.call('/api/info/chats?scope=recent&limit=50')],
      ['messages', () => agent.call(`/api/info/chats/${chatId}/messages?limit=50`)],
      ['sync', () => agent.call(`/api/sync?cursor=${encodeURIComponent(cursor)}`)],
      [
        'send',
        async () => {
          const { status } = await agent.call(`/api/takeover/send/${chatId}`, {
            method: 'POST',
            json: { text: 'Hello' },
            key: makeKey(),
          })
          expect(status).toBe(200)
        },
      ],
    ]
    const alone = await measureCalls(calls)
    for (const days of [RANGE_DAYS, YEAR_DAYS]) {
      let isOver = false
      let reports = 0
      const reading = (async () => {
        while (!isOver) {
          await readReport(manager, TITLES[reports % TITLES.length] ?? 'live', days)
          reports += 1
        }
      })()
      const beside = await measureCalls(calls)
      isOver = true
      await reading
      for (const [name] of calls)
        print(
          `${kind}, ${name}: p50 ${describe50(alone.get(name))}, p95 ${describe95(alone.get(name))} ms alone; beside ${reports} reports of ${days} days ${describe50(beside.get(name))}, ${describe95(beside.get(name))} ms`,
        )
    }
  })
})

const describe50 = (times: number[] = []) => median(times).toFixed(1)
const describe95 = (times: number[] = []) => percentile(times, 0.95).toFixed(1)

async function measureCalls(calls: [string, () => Promise<unknown>][]): Promise<Map<string, number[]>> {
  const times = new Map(calls.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < CALLS; round += 1)
    for (const [name, call] of calls) times.get(name)?.push(await time(call))
  return times
}

async function readReport(manager: Client, title: string, days: number): Promise<void> {
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const query = new URLSearchParams({
    startDate: new Date(end - (days - 1) * DAY_MS).toISOString(),
    endDate: new Date(end + DAY_MS - 1).toISOString(),
  })
  const { status } = await manager.call(`/analytics/${title}?${query.toString()}`)
  expect(status).toBe(200)
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
