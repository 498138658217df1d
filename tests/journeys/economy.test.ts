import { describe, expect } from 'vitest'
import { ConsolePage } from '#tests/support/console-page.ts'
import { journey } from '#tests/support/journey.ts'
import { waitForStartNote } from '#tests/support/start-note.ts'
import { takeOpenChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { countWork, workOf, type Work } from '#tests/support/work-counter.ts'

/**
 * Transactions of the local databases at most, about a third more than today: two events that come together are read once or
 * twice. What grows beyond that has a new reader, and should say why.
 */
const MOST = { beforeWords: 7, opened: 75, came: 40, elsewhere: 16, sent: 145, back: 105 }
/** As the databases are asked for a thread; and for how long, at most, a change of one that nobody looks at waits to be read, ms. */
const THREAD_READING = 'mirror: chats, threads, fetchRequests, messages readonly'
const CHANGE_RESTS_MS = 2_500
/** A line that is back: what is new, what the open chat shows, and what may have changed of the environment. */
const MOST_CALLS_BACK = 9

describe('what one event costs', () => {
  journey(
    'a chat that is opened, a message that comes, one that goes, and a line that is back',
    async (hotel) => {
      const [open, other] = [await hotel.openGuestInNeed('Ada'), await hotel.openGuestInNeed('Ben')]
      const desk = await hotel.openDesk()
      const page = await desk.context.newPage()
      await countWork(page)
      const agent = new ConsolePage(page, hotel.line.origin)
      await agent.signIn('agent')
      // Both come by themselves, once: what follows the settings reads them anew for the note, and alerts are looked at when
      // there is a worker for them, or after 15 s.
      await waitForStartNote(page)
      await hotel.keepConsoles()
      for (const { chatId } of [open, other]) await agent.chooseChat(chatId)

      const opened = await workOf(page, () => agent.chooseChat(open.chatId))
      expectAtMost(opened.beforeWords, MOST.beforeWords)
      expectAtMost(opened.transactions, MOST.opened)
      // Its words are on the device; the card is looked at again.
      expect(askedBy(opened), told(opened.calls)).toEqual([`GET /api/inhouse-guest-info/${open.chatId}`])
      expect(opened.rows.toSorted(), told(opened.rows)).toEqual(
        [addressOf(open), addressOf(other)].toSorted(),
      )

      // What was read stays read, but for a moment after it has changed (decision 064).
      await waitFor('a chat to be come back to without a reading', async () => {
        await agent.chooseChat(other.chatId)
        await page.waitForTimeout(CHANGE_RESTS_MS)
        const again = await workOf(page, () => agent.chooseChat(open.chatId))
        return !again.beforeWords.includes(THREAD_READING)
      })

      // Nothing of a language is asked that the page can tell itself: the first time is the longest task of a switch.
      expect(opened.intl).toEqual([])

      const came = await workOf(page, async () => {
        await open.say('Are there towels at the pool?')
        await agent.waitForMessage('Are there towels at the pool?')
      })
      expectAtMost(came.transactions, MOST.came)
      expect(askedBy(came), told(came.calls)).toEqual([])
      expectDrawnAlone(came, addressOf(open))

      const elsewhere = await workOf(page, async () => {
        await other.say('And when is breakfast?')
        await agent.chatLink(other.chatId).getByText('And when is breakfast?').first().waitFor()
      })
      expectAtMost(elsewhere.transactions, MOST.elsewhere)
      expect(askedBy(elsewhere), told(elsewhere.calls)).toEqual([])
      expectDrawnAlone(elsewhere, addressOf(other))

      await takeOpenChat(agent, open.chatId)
      await agent.composer.fill('Yes, there are')
      const sent = await workOf(page, async () => {
        await agent.composer.press('Enter')
        await agent.waitForMessage('Yes, there are', 'Sent')
      })
      expectAtMost(sent.transactions, MOST.sent)
      expect(askedBy(sent), told(sent.calls)).toEqual([`POST /api/takeover/send/${open.chatId}`])

      const back = await workOf(page, async () => {
        await hotel.goOffline()
        await hotel.goOnline()
        await agent.waitUntilLive()
      })
      expectAtMost(back.transactions, MOST.back)
      expectAtMost(back.calls, MOST_CALLS_BACK)
      expect({ rows: back.rows, messages: back.messages }).toEqual({ rows: [], messages: [] })
    },
  )
})

const addressOf = ({ chatId }: { chatId: string }) => `/messenger/${chatId}`

/** But for the word that a chat was read, for other devices' trays, which waits for its own moment. */
const askedBy = ({ calls }: Work) => calls.filter((call) => call !== 'POST /api/push/read')

function expectAtMost(done: readonly string[], most: number): void {
  expect(done.length, `at most ${most}, ${told(done)}`).toBeLessThanOrEqual(most)
}

/** Said with what there was, so that the one too many can be found. */
const told = (done: readonly string[]) => `${done.length} in all:\n${done.join('\n')}`

/** The row of the chat in which something was said, and no message that was there before. */
function expectDrawnAlone({ rows, messages }: Work, row: string): void {
  expect({ rows, messages }, told(rows)).toEqual({ rows: [row], messages: [] })
}
