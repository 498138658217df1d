import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveDraft } from '#src/actions/save-draft.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { sendAgain, takeOverAndSend } from '#src/actions/settle-unsent.ts'
import { returnToBot, takeOver } from '#src/actions/take-over.ts'
import { ApiError } from '#src/api/errors.ts'
import { readFrame } from '#src/contract/frames.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { readThread } from '#src/db/thread.ts'
import { holderKey } from '#src/domain/chats/holder.ts'
import { isPending } from '#src/domain/outbox/operation.ts'
import { applyFrames, type HintFrame } from '#src/sync/apply-frames.ts'
import { followHint } from '#src/sync/refresh.ts'
import { openSocket, signIn, type Client, type TestSocket } from '#tests/support/api-client.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import type { SeenCall } from '#tests/support/fault-fetch.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { step, type Step } from './model-steps.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const SECONDS = 4
const MOST_RUNS = 25

/** Two consoles of different people and two guests at one environment; every text is written once. */
class Hotel {
  private written: { desk: number; chatId: string; text: string }[] = []
  private count = 0

  private constructor(
    private readonly server: TestServer,
    private readonly desks: Desk[],
    private readonly sockets: TestSocket[],
    private readonly guests: Guest[],
    private readonly manager: Client,
  ) {}

  static async open(server: TestServer, manager: Client): Promise<Hotel> {
    const guests = await Promise.all([openGuest(server.url), openGuest(server.url)])
    const desks = [await openDeskAt(server, 'agent'), await openDeskAt(server, 'maria')]
    const sockets = await Promise.all(
      desks.map((desk) => openSocket(server, [`bearer.${desk.session.token}`])),
    )
    for (const [index, desk] of desks.entries()) {
      await desk.sync()
      await takeOver(desk.workspace, guests[index]?.chatId ?? '', 'bot', desk.clock.now())
      await desk.flush()
    }
    return new Hotel(server, desks, sockets, guests, manager)
  }

  async run(each: Step): Promise<void> {
    if (each.type === 'guest') return void (await this.guest(each.chat).say(`guest ${(this.count += 1)}`))
    const desk = this.desk(each.desk)
    switch (each.type) {
      case 'write':
        return this.write(each.desk, this.guest(each.chat).chatId)
      case 'take':
      case 'return':
        return this.change(desk, this.guest(each.chat).chatId, each.type)
      case 'flush':
        return void (await desk.flush())
      case 'sync':
        return tolerate(desk.sync())
      case 'frames':
        return this.hear(each.desk)
      case 'restart':
        return this.restart(each.desk)
      case 'weather':
        return desk.line.failNext(each.on === 'all' ? () => true : isChange, ...each.faults)
      case 'insist':
        return this.insist(desk, this.guest(each.chat).chatId)
      case 'wait':
        return desk.clock.advance(each.ms)
    }
  }

  /** The line is well again: everything that can go, goes; then all is compared. */
  async settle(): Promise<void> {
    for (const desk of this.desks) desk.line.clear()
    for (let round = 0; round < 3; round += 1) {
      for (const desk of this.desks) {
        await tolerate(desk.sync())
        await desk.flushUntilIdle(60_000)
      }
    }
    for (const guest of this.guests) {
      // The bot answers in its own time.
      await waitFor('the mirrors to equal the environment', async () => {
        for (const desk of this.desks) await desk.sync()
        await this.compareMirrors(guest)
        return true
      })
      await this.compareOutboxes(guest)
    }
  }

  close(): void {
    for (const { socket } of this.sockets) socket.terminate()
  }

  private async compareMirrors({ chatId, read }: Guest): Promise<void> {
    const truth = (await this.manager.call(`/api/info/chats/${chatId}`)).body
    const delivered = (await read()).map(({ id }) => id)
    for (const { workspace } of this.desks) {
      expect({ ...(await workspace.mirror.chats.get(chatId))?.chat, complete: undefined }).toEqual(truth)
      const { historyFrom, isComplete } = await readThreadRow(workspace.mirror, chatId)
      const mirrored = (await readAllMessages(workspace.mirror, chatId)).filter(
        ({ createdAt }) => historyFrom !== null && createdAt >= historyFrom,
      )
      // I10: from where the thread says that it is unbroken, it is.
      const tail = isComplete ? delivered : delivered.slice(delivered.length - mirrored.length)
      expect(mirrored.map(({ id }) => id)).toEqual(tail)
    }
  }

  private async compareOutboxes({ chatId, read }: Guest): Promise<void> {
    const delivered = (await read()).map(({ text }) => text)
    for (const [index, desk] of this.desks.entries()) {
      const mine = this.written.filter((each) => each.desk === index && each.chatId === chatId)
      const texts = mine.map(({ text }) => text)
      const lane = await desk.lane(chatId)
      const waiting = lane.flatMap((each) => (each.kind === 'send' ? [each.payload.text] : []))
      const arrived = delivered.filter((text) => texts.includes(text))
      // Exactly once or visibly held, and what arrived did so in the order of writing (O2).
      expect(new Set(arrived).size).toBe(arrived.length)
      expect(arrived).toEqual(texts.filter((text) => arrived.includes(text)))
      expect(texts.filter((text) => !arrived.includes(text) && !waiting.includes(text))).toEqual([])
      // What waits holds back all that was written after it in its chat.
      const firstWaiting = texts.findIndex((text) => !arrived.includes(text))
      if (firstWaiting >= 0) expect(arrived).toEqual(texts.slice(0, firstWaiting))
      if (waiting.length > 0) expect(lane.some((each) => !isPending(each))).toBe(true)
      const { entries } = await readThread(desk.workspace, chatId, 500)
      expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length)
    }
  }

  private async write(index: 0 | 1, chatId: string): Promise<void> {
    const desk = this.desk(index)
    const text = `${desk.session.user.name} ${(this.count += 1)}`
    await saveDraft(desk.workspace, chatId, text, desk.clock.now())
    await sendMessage(desk.workspace, chatId, text, desk.clock.now())
    expect(await desk.workspace.outbox.drafts.get(chatId)).toBeUndefined()
    this.written.push({ desk: index, chatId, text })
  }

  private async change(desk: Desk, chatId: string, type: 'take' | 'return'): Promise<void> {
    const row = await desk.workspace.mirror.chats.get(chatId)
    const seen = holderKey(row?.chat.user ?? null)
    await (type === 'take' ? takeOver : returnToBot)(desk.workspace, chatId, seen, desk.clock.now())
  }

  /** The person says 'send again' to whatever waits for them, but never yes to 'it may arrive twice'. */
  private async insist(desk: Desk, chatId: string): Promise<void> {
    const row = await desk.workspace.mirror.chats.get(chatId)
    const offersKeys = desk.context.capabilities().idempotency
    const seen = { holder: holderKey(row?.chat.user ?? null), helpAt: null, offersKeys }
    for (const { id, reason } of await desk.lane(chatId)) {
      const act = reason?.code === 'not_held' ? takeOverAndSend : sendAgain
      if (reason) await act(desk.workspace, id, seen, { now: desk.clock.now() })
    }
  }

  /** What the socket brought since: some frames lost, some twice, in order or the other way round. */
  private async hear(index: 0 | 1): Promise<void> {
    const desk = this.desk(index)
    // A round trip gives the change feed its turn.
    await this.manager.call(`/api/info/chats/${this.guest(0).chatId}`)
    const frames = (this.sockets[index]?.frames.splice(0) ?? []).flatMap((json) => {
      const frame = readFrame(JSON.stringify(json))
      return frame && 'chatId' in frame ? [frame] : []
    })
    const heard: HintFrame[] = frames.filter((_, place) => (place + this.count) % 3 !== 1)
    if (this.count % 2 === 0) heard.reverse()
    if (desk.context.capabilities().sync) {
      await applyFrames(desk.workspace, [...heard, ...heard], desk.clock.now())
      return
    }
    for (const { chatId, messageId } of heard) await tolerate(followHint(desk.context, chatId, messageId))
  }

  /** The tab dies, perhaps with a call on the wire whose answer nobody hears, and is opened again. */
  private async restart(index: 0 | 1): Promise<void> {
    const old = this.desk(index)
    const now = old.clock.now()
    old.line.failNext(isChange, 'lose')
    await old.flush()
    old.close()
    const fresh = await openDeskAt(this.server, old.session.user.username, old.options)
    fresh.clock.set(now)
    this.desks[index] = fresh
  }

  private desk(index: 0 | 1): Desk {
    return this.desks[index] ?? unreachable()
  }

  private guest(index: 0 | 1): Guest {
    return this.guests[index] ?? unreachable()
  }
}

const isChange = (call: SeenCall) => call.path.startsWith('/api/takeover/')

function unreachable(): never {
  throw new Error('there are two of each')
}

async function tolerate(job: Promise<unknown>): Promise<void> {
  try {
    await job
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

describe.each(['all', 'none'] as const)(
  'two consoles at one environment (capabilities: %s)',
  (capabilities) => {
    let server: TestServer
    let manager: Client
    beforeAll(async () => {
      server = await startTestServer({ settings: { capabilities, guestSessionsPerMinute: 10_000 } })
      manager = await signIn(server, 'manager')
    })
    afterAll(() => server.stop())

    it('every message is delivered once and in order, or visibly held; the mirrors equal the environment', async () => {
      const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const hotel = await Hotel.open(server, manager)
        try {
          for (const each of steps) await hotel.run(each)
          await hotel.settle()
        } finally {
          hotel.close()
        }
      })
      // As often as there is time for, and once at least: a busy machine is no fault of what is tested.
      const startedAt = performance.now()
      await fc.assert(property, { numRuns: 1, endOnFailure: true })
      const runMs = performance.now() - startedAt
      const left = Math.min(MOST_RUNS, Math.floor((SECONDS * 1_000) / runMs)) - 1
      if (left > 0) await fc.assert(property, { numRuns: left, endOnFailure: true })
    })
  },
)
