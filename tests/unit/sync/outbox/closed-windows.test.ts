import { describe, expect, it } from 'vitest'
import { sendAgain } from '#src/actions/settle-unsent.ts'
import type { Chat } from '#src/contract/chats.ts'
import { storeClockOffset } from '#src/db/mirror/meta.ts'
import { FACEBOOK_WINDOW_MS } from '#src/domain/chats/window.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { isSendCall, queueText, readStates } from '#tests/support/holding.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'

const MINUTE_MS = 60_000
const CHAT = 'c1'

/** An environment with one Facebook chat of the desk's person, whose window closes `leftMs` from now. */
async function openHotel(
  leftMs: number,
  source = 'facebook',
): Promise<{ desk: Desk; hotel: { chat: Chat } }> {
  const hotel = {
    chat: makeChatRow(CHAT, {
      source,
      lastUserMessageDate: at(leftMs - FACEBOOK_WINDOW_MS),
      user: { id: 'user-agent', name: 'Agent' },
      pausedAt: at(-MINUTE_MS),
      rev: 1,
    }),
  }
  let cursor = 0
  const desk = await openDesk(async (input) => {
    const { pathname } = new URL(String(input))
    if (pathname.startsWith('/api/takeover/send/')) {
      return answerJson(200, makeMessageRow(CHAT, 'm1', 0, { sentByGuest: false }))
    }
    cursor += 1
    return answerJson(200, {
      cursor: String(cursor),
      more: false,
      reset: cursor === 1,
      chats: [hotel.chat],
      messages: [],
      removed: { chats: [], messages: [] },
    })
  })
  await desk.sync()
  return { desk, hotel }
}

const countSends = (desk: Desk) => desk.line.calls.filter(isSendCall).length

describe('O10: a message whose channel has closed since it was written', () => {
  it('waits for a yes and is not sent; the yes counts', async () => {
    const { desk } = await openHotel(MINUTE_MS)
    const id = await queueText(desk, CHAT, 'in time')
    desk.clock.advance(MINUTE_MS + 1)
    await desk.flush()
    expect(await readStates(desk, CHAT)).toEqual(['held window_closed'])
    expect(countSends(desk)).toBe(0)
    await sendAgain(
      desk.workspace,
      id,
      { holder: 'user-agent', helpAt: null, offersKeys: true },
      { now: desk.clock.now() },
    )
    await desk.flush()
    expect([await desk.operations(), countSends(desk)]).toEqual([[], 1])
  })

  it('at the last instant it goes', async () => {
    const { desk } = await openHotel(MINUTE_MS)
    await queueText(desk, CHAT, 'just in time')
    desk.clock.advance(MINUTE_MS)
    await desk.flush()
    expect([await desk.operations(), countSends(desk)]).toEqual([[], 1])
  })

  it('goes where the guest has written again, which is read first', async () => {
    const { desk, hotel } = await openHotel(MINUTE_MS)
    await queueText(desk, CHAT, 'in time')
    desk.clock.advance(2 * MINUTE_MS)
    hotel.chat = { ...hotel.chat, lastUserMessageDate: at(90_000), rev: 2 }
    await desk.flush()
    expect([await desk.operations(), countSends(desk)]).toEqual([[], 1])
  })

  it('stays queued where that can not be read', async () => {
    const { desk } = await openHotel(MINUTE_MS)
    await queueText(desk, CHAT, 'in time')
    desk.clock.advance(2 * MINUTE_MS)
    desk.line.failNext((call) => call.path.startsWith('/api/sync'), 'drop')
    await desk.flush()
    expect(await readStates(desk, CHAT)).toEqual(['queued'])
    expect(countSends(desk)).toBe(0)
  })

  it('by the environment’s clock, whatever the device’s says (I8)', async () => {
    const { desk } = await openHotel(MINUTE_MS)
    await storeClockOffset(desk.workspace.mirror, MINUTE_MS)
    await queueText(desk, CHAT, 'in time')
    desk.clock.advance(1)
    await desk.flush()
    expect(await readStates(desk, CHAT)).toEqual(['held window_closed'])
  })

  it('other channels have no window', async () => {
    const { desk } = await openHotel(MINUTE_MS, 'sms')
    await queueText(desk, CHAT, 'whenever')
    desk.clock.advance(2 * MINUTE_MS)
    await desk.flush()
    expect([await desk.operations(), countSends(desk)]).toEqual([[], 1])
  })
})
