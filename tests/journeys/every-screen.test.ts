import { describe } from 'vitest'
import { DESKTOP, PHONE } from '#tests/support/chromium.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { catchSounds } from '#tests/support/sounds.ts'
import type { Theme, Walk } from '#tests/support/walk.ts'
import { gatherCast } from '#tests/support/walk-cast.ts'
import {
  collide,
  compose,
  readWhatIsNew,
  returnForgottenChat,
  sendSlowly,
  tryKeys,
  writeWithoutLine,
} from '#tests/support/walk-held-chat.ts'
import {
  filterList,
  hearHelpRequest,
  leaveByUnknownPath,
  readHeader,
  search,
} from '#tests/support/walk-list.ts'
import { readGuestCard, readThread, signInAtLink } from '#tests/support/walk-thread.ts'

/** A theme moves nothing, and colours are looked at in both: each size is walked in the other one for pictures only. */
const HAS_PICTURES = (process.env['BELLHOP_PICTURES'] ?? '') !== ''
const SIZES: readonly { size: string; viewport: Walk['viewport']; themes: readonly Theme[] }[] = [
  { size: 'phone', viewport: PHONE, themes: HAS_PICTURES ? ['light', 'dark'] : ['dark'] },
  { size: 'desktop', viewport: DESKTOP, themes: HAS_PICTURES ? ['light', 'dark'] : ['light'] },
]

describe('the whole messenger, at both sizes and in both themes', () => {
  for (const { size, viewport, themes } of SIZES) {
    for (const theme of themes) {
      journey(`on a ${size}, ${theme}: from a link to the way out`, async (hotel) => {
        const walk = await setOut(hotel, { size, viewport, theme })
        await signInAtLink(walk)
        await readThread(walk)
        await readGuestCard(walk)
        await search(walk)
        await filterList(walk)
        await compose(walk)
        await sendSlowly(walk)
        await writeWithoutLine(walk)
        await readHeader(walk)
        await hearHelpRequest(walk)
        await returnForgottenChat(walk)
        await readWhatIsNew(walk)
        await collide(walk)
        if (!walk.isPhone) await tryKeys(walk)
        await leaveByUnknownPath(walk)
        // Whoever comes here next finds nothing held.
        await walk.cast.admin.returnToBot(walk.cast.ana.chatId)
      })
    }
  }
})

/** An admin at a desk of that size and theme, whose browser plays no sound before a tap. */
async function setOut(
  hotel: Hotel,
  { size, viewport, theme }: { size: string; viewport: Walk['viewport']; theme: Theme },
): Promise<Walk> {
  const cast = await gatherCast(hotel)
  const desk = await hotel.openDesk({ viewport, colorScheme: theme })
  await catchSounds(desk.context, 'refused')
  const agent = await desk.openTab()
  return { hotel, agent, cast, size, viewport, theme, isPhone: viewport.width < 800, looks: 0 }
}
