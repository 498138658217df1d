import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readSyncedAt } from '#src/db/mirror/meta.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { ALL_CAPABILITIES, NOON } from '#tests/support/local.ts'
import { OpenSocket, sendFrame } from '#tests/support/open-socket.ts'
import { runDesk, type RunningDesk } from '#tests/support/running-desk.ts'
import { passTime, stopTime } from '#tests/support/virtual-time.ts'

/** What a page takes on this line, and how often a guest writes meanwhile. */
const PAGE_MS = 3_000
const GUEST_MS = 1_000

/** An environment in which one guest writes and writes; its cursor is the number of changes. */
class BusyEnvironment {
  private count = 0
  pageMs = 0

  say(): void {
    this.count += 1
    const [prev, seq] = [String(this.count - 1), String(this.count)]
    const message = this.message(this.count)
    sendFrame({ type: 'new_message', chatId: 'c', value: message.id, prev, seq, chat: this.chat(), message })
  }

  async answer({ pathname, searchParams }: URL): Promise<Response> {
    if (pathname !== '/api/sync') return answerJson(200, [])
    const from = Number(searchParams.get('cursor') ?? '0')
    const page = {
      cursor: String(this.count),
      more: false,
      reset: !searchParams.has('cursor'),
      chats: [{ ...this.chat(), complete: true }],
      messages: Array.from({ length: this.count - from }, (_, index) => this.message(from + index + 1)),
      removed: { chats: [], messages: [] },
    }
    if (this.pageMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pageMs))
    return answerJson(200, page)
  }

  private chat() {
    return makeChatRow('c', { rev: this.count, messagesCount: this.count })
  }

  private message(number: number) {
    return makeMessageRow('c', `m${number}`, number)
  }
}

let environment: BusyEnvironment
let running: RunningDesk
let desk: Desk

beforeEach(async () => {
  stopTime(NOON)
  vi.stubGlobal('WebSocket', OpenSocket)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  environment = new BusyEnvironment()
  desk = await openDesk((input) => environment.answer(new URL(String(input))), {
    capabilities: ALL_CAPABILITIES,
  })
  running = runDesk(desk)
  await passTime(2_000)
})
afterEach(async () => {
  await running.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a pull on a busy, slow line (I2)', () => {
  it('ends, though each page takes longer than the guest who writes on', async () => {
    const { mirror } = desk.workspace
    environment.pageMs = PAGE_MS
    const startedAt = Date.now()
    running.comeBack()
    for (let passed = 0; passed < 12_000; passed += GUEST_MS) {
      environment.say()
      await passTime(GUEST_MS)
    }
    // Two pages: the first was fetched for nothing, and no frame may do that to the second.
    expect(await readSyncedAt(mirror)).toBeGreaterThanOrEqual(startedAt + 2 * PAGE_MS)
    await passTime(4 * PAGE_MS)
    expect((await readAllMessages(mirror, 'c')).map(({ id }) => id)).toEqual(
      Array.from({ length: 12 }, (_, index) => `m${index + 1}`),
    )
  })
})
