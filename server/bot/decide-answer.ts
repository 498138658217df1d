import type { Attachment } from '#src/contract/chats.ts'
import { NEEDS_HELP, type BotDialog } from './intent.ts'

/** What the bot does with a guest's message. */
export type BotAnswer =
  | { kind: 'say'; text: string; attachments: Attachment[] }
  /** Says something, asks for a person and falls silent. */
  | { kind: 'handover'; text: string; event: string }

/** What it asks when it does not understand; the second time in a row a person is asked. */
export const CLARIFYING_QUESTION =
  "I'm not sure that I understand. Could you say it in other words? Or write 'person' and I find somebody for you."
const GIVING_UP =
  "I don't know the answer to that, so I am asking a colleague. Somebody will be with you here in a moment."

/** Events of the thread: why a person was asked. */
export const ASKED_FOR_PERSON = 'A person was asked for'
const COULD_NOT_ANSWER = 'The assistant could not answer and asked for a person'

const MAX_CARDS = 3
const CARD_TYPE = 'application/vnd.microsoft.card.hero'

/**
 * Chooses the answer (E6). `understood` is the dialog of the intent that the text means, null where it means none;
 * `hasJustAsked` whether the bot's last words were the clarifying question.
 */
export function decideAnswer(understood: BotDialog | null, hasJustAsked: boolean): BotAnswer {
  if (understood?.redirectTo === NEEDS_HELP) {
    return { kind: 'handover', text: understood.response, event: ASKED_FOR_PERSON }
  }
  if (understood) return { kind: 'say', text: understood.response, attachments: describeCards(understood) }
  if (!hasJustAsked) return { kind: 'say', text: CLARIFYING_QUESTION, attachments: [] }
  return { kind: 'handover', text: GIVING_UP, event: COULD_NOT_ANSWER }
}

/** Where a card's picture is served, to staff and guests alike (CONTRACT section 5: own host, Bearer token). */
function pictureUrl(name: string): string {
  return `/api/pictures/${encodeURIComponent(name)}`
}

function describeCards({ cards = [] }: Pick<BotDialog, 'cards'>): Attachment[] {
  return cards.slice(0, MAX_CARDS).map(({ title, subtitle, text, picture, buttons }) => ({
    contentType: CARD_TYPE,
    content: {
      title,
      ...(subtitle === undefined ? {} : { subtitle }),
      ...(text === undefined ? {} : { text }),
      ...(picture === undefined ? {} : { images: [{ url: pictureUrl(picture) }] }),
      ...(buttons === undefined ? {} : { buttons }),
    },
  }))
}
