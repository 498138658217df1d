import type { Attachment } from '#src/contract/chats.ts'
import { fillTime } from '#src/domain/speech/spoken-words.ts'
import type { BotDialog, DialogChoice } from '../store/bot/dialog.ts'
import { describeBotMessage, describeNeedsHelp } from '../store/chats/write-chats.ts'
import type { Change } from '../store/log/change.ts'

/** Something that the bot says: words with their link, cards, and what the guest may choose. Empty text is none. */
export interface Line {
  response: string
  url?: string
  cards?: BotDialog['cards']
  choices?: readonly DialogChoice[]
}

/** As many slides as a screen shows (specification section 9). */
const MAX_CARDS = 3
const CARD_TYPE = 'application/vnd.microsoft.card.hero'

/** The message that says it; none where there is nothing to say. */
export function describeLine(
  chatId: string,
  { response, url = '', cards = [], choices = [] }: Line,
): Change[] {
  const text = [response, url].filter((part) => part !== '').join('\n')
  const attachments = [
    ...cards.slice(0, choices.length > 0 ? MAX_CARDS - 1 : MAX_CARDS).map(describeCard),
    ...(choices.length > 0 ? [describeChoices(choices)] : []),
  ]
  if (text === '' && attachments.length === 0) return []
  return [
    describeBotMessage({ chatId, text, attachments, ...(attachments.length > 0 ? { type: 'card' } : {}) }),
  ]
}

/** What is said, with the time of day in a zone where it stands for itself: `{time}`, as it is spoken. */
export function sayTimes(changes: readonly Change[], timeZone: string): Change[] {
  const now = new Date()
  return changes.map((change) => {
    const { message } = change
    return message === undefined
      ? change
      : { ...change, message: { ...message, text: fillTime(message.text, now, timeZone) } }
  })
}

/** Asks for a person and falls silent; `event` says in the thread why. */
export function describeHandover(chatId: string, event: string): Change[] {
  return [
    describeBotMessage({ chatId, text: event, type: 'event' }),
    describeNeedsHelp(chatId, { pauseBot: true }),
  ]
}

/** A tap says the choice's name as the guest's own words. */
function describeChoices(choices: readonly DialogChoice[]): Attachment {
  const buttons = choices.map(({ name }) => ({ type: 'imBack', title: name, value: name }))
  return { contentType: CARD_TYPE, content: { buttons } }
}

function describeCard(card: NonNullable<BotDialog['cards']>[number]): Attachment {
  const { title, subtitle, text, picture, buttons } = card
  return {
    contentType: CARD_TYPE,
    content: {
      title,
      ...(subtitle === undefined ? {} : { subtitle }),
      ...(text === undefined ? {} : { text }),
      ...(picture === undefined ? {} : { images: [{ url: pictureUrl(picture) }] }),
      ...(buttons === undefined ? {} : { buttons }),
    },
  }
}

/** Where a card's picture is served, to staff and guests alike (CONTRACT section 5: own host, Bearer token). */
function pictureUrl(name: string): string {
  return `/api/pictures/${encodeURIComponent(name)}`
}
