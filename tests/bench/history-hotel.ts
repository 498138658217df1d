import type { Browser } from 'playwright-core'
import { generateScale } from '#server/demo/scale.ts'
import type { BulkChat } from '#server/store/bulk/bulk-hotel.ts'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts'
import { openFilledHotel, type ScaledHotel } from './scaled-hotel.ts'

export const HOSTILE = 'hostile'
export const ORDINARY = 'ordinary'
/** Shown in between, so that each of the others is opened from the same place. */
export const SHORT = 'short'
/** Of these the newest are hostile; as many of them as a thread opens with. */
const NEWEST = 60
const MESSAGES = { [HOSTILE]: 50_000, [ORDINARY]: 2_000, [SHORT]: 2 }
const MIRROR_BATCH = 1_000
/** One in so many of the mirrored messages is hostile. */
const EVERY_HOSTILE = 20

/** A hotel with a chat of 50,000 messages, the newest of which cost much to draw, and an ordinary one. */
export async function openHistoryHotel(browser: Browser): Promise<ScaledHotel> {
  const chats = Object.entries(MESSAGES).map(([id, count]) => makeChat(id, count))
  return openFilledHotel(browser, 'a history of years', chats, chats.length)
}

function makeChat(id: string, count: number): BulkChat {
  const [chat] = [...generateScale(1, count)]
  if (!chat) throw new Error('no chat was made')
  const texts = Object.values(HOSTILE_TEXTS)
  const messages = chat.messages.map((message, index) => {
    const at = index - (count - NEWEST)
    return id === HOSTILE && at >= 0 ? { ...message, text: texts[at % texts.length] ?? '' } : message
  })
  return { ...chat, id, guestId: `guest-${id}`, displayName: `Guest ${id}`, messages }
}

/**
 * Puts as many messages into the page's mirror as a chat of years has, older than all that is there: what a desk has read back
 * over months. The thread itself is not told of them.
 */
export async function fillMirror(page: ConsolePage): Promise<void> {
  await page.page.evaluate(putOldMessages, {
    count: MESSAGES[HOSTILE],
    batch: MIRROR_BATCH,
    everyHostile: EVERY_HOSTILE,
    chatId: HOSTILE,
    hostile: Object.values(HOSTILE_TEXTS).map((text) => text.slice(0, MAX_MESSAGE_CHARS)),
  })
}

interface OldMessages {
  count: number
  batch: number
  everyHostile: number
  chatId: string
  hostile: string[]
}

/** Runs in the page, beside the app. */
async function putOldMessages({ count, batch, everyHostile, chatId, hostile }: OldMessages): Promise<void> {
  const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('bellhop-mirror-'))
  if (!known?.name) throw new Error('there is no mirror')
  const opening = indexedDB.open(known.name)
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(new Error('the mirror can not be opened'))
  })
  for (let from = 0; from < count; from += batch) {
    const transaction = database.transaction('messages', 'readwrite')
    const rows = transaction.objectStore('messages')
    for (let index = from; index < Math.min(count, from + batch); index += 1) {
      const id = `old-${String(index).padStart(6, '0')}`
      const createdAt = new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString()
      const isHostile = index % everyHostile === 0
      const text = isHostile
        ? (hostile[(index / everyHostile) % hostile.length] ?? '')
        : `When is breakfast served, and are there towels at the pool? ${index}`
      const message = {
        id,
        chatId,
        text,
        sentByGuest: true,
        type: 'text',
        createdAt,
        attachments: [],
        user: null,
      }
      rows.put({ id, chatId, createdAt, message, operationId: '' })
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(new Error('the mirror can not be written'))
    })
  }
  database.close()
}
