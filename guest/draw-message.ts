import type { Attachment, CardContent, Message } from '#src/contract/chats.ts'
import { readSafeAddress, splitLinks } from '#src/domain/text/links.ts'
import type { Pending } from './kept.ts'
import { describeEvent, describeRefusal } from './words/describe.ts'
import { fillIn, splitText } from './words/fill-in.ts'
import type { Language } from './words/load-language.ts'

/** What drawing needs from the page. */
export interface Hands {
  language: Language
  /** Fetches a file with the guest's token and gives an address for it, kept for the page's life. */
  loadFile(url: string): Promise<string>
  /** Says something in the guest's name, as a card's button does. */
  say(text: string): void
  retry(key: string): void
  discard(key: string): void
}

const MAX_CARDS = 3
/** After so long a voice is named again, with the time. */
const SAME_BREATH_MS = 10 * 60_000
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
const DAY_AND_TIME: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', ...TIME }

/** One message of the log. `isFollowing`: by the same author as the one before it, whose name stands already. */
export function drawMessage(message: Message, isFollowing: boolean, hands: Hands): HTMLElement {
  if (message.type === 'event') return drawEvent(message.text, hands.language)
  const item = draw('li', message.sentByGuest ? 'message own' : 'message')
  item.dataset['id'] = message.id
  if (!isFollowing) item.append(drawAuthor(message, hands.language))
  if (message.text !== '') item.append(drawBubble(message.text))
  const cards = message.attachments.flatMap(({ content }) => (content ? [content] : [])).slice(0, MAX_CARDS)
  if (cards.length > 0) item.append(drawGallery(cards, hands))
  for (const attachment of message.attachments) {
    if (attachment.contentUrl) item.append(drawFile(attachment, attachment.contentUrl, hands))
  }
  return item
}

/** A message on its way, with its state in words and, where it will not go by itself, the ways out. */
export function drawPending(pending: Pending, isOnline: boolean, hands: Hands): HTMLElement {
  const item = draw('li', 'message own pending')
  item.append(drawBubble(pending.text))
  const words = hands.language.words.message
  if (pending.reason === null) {
    item.append(draw('span', 'note', isOnline ? words.sending : words.waiting))
    return item
  }
  const reason = describeRefusal(hands.language, pending.reason)
  const note = draw('span', 'note bad', fillIn(words.notSent, { reason }))
  note.append(
    drawButton(words.again, () => hands.retry(pending.key)),
    drawButton(words.discard, () => hands.discard(pending.key)),
  )
  item.append(note)
  return item
}

/** Whether two messages are told by the same voice in one breath, so that its name stands once. */
export function isSameAuthor(one: Message | undefined, other: Message): boolean {
  if (!one || one.type === 'event') return false
  const apartMs = Date.parse(other.createdAt) - Date.parse(one.createdAt)
  return one.sentByGuest === other.sentByGuest && one.user?.id === other.user?.id && apartMs < SAME_BREATH_MS
}

/** One that the page does not know is in the environment's own words, and in their direction. */
function drawEvent(event: string, language: Language): HTMLElement {
  const words = describeEvent(language, event)
  const item = draw('li', 'event', words ?? event)
  if (words === null) item.dir = 'auto'
  return item
}

/** A name keeps its own direction beside the time. */
function drawAuthor(message: Message, { locale, words }: Language): HTMLElement {
  const { you, assistant, authorAndTime } = words.message
  const author = draw('bdi', '', message.sentByGuest ? you : (message.user?.name ?? assistant))
  const time = writeTime(new Date(message.createdAt), locale)
  const drawn = draw('span', 'author')
  for (const part of splitText(authorAndTime)) {
    drawn.append(part.kind === 'text' ? part.text : part.name === 'author' ? author : time)
  }
  return drawn
}

/** The time of day today, with the day on any other. */
function writeTime(time: Date, locale: string): string {
  const isToday = time.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale, isToday ? TIME : DAY_AND_TIME).format(time)
}

/** Text is never read as HTML; only safe addresses become links, and a link shows what it opens. */
function drawBubble(text: string): HTMLElement {
  const bubble = asSaid(draw('span', 'bubble'))
  bubble.append(
    ...splitLinks(text).map(({ text: words, address }) =>
      address === null ? words : drawLink(address, words),
    ),
  )
  return bubble
}

function drawLink(address: string, words: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = address
  link.textContent = words
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  return link
}

function drawGallery(cards: CardContent[], hands: Hands): HTMLElement {
  const gallery = draw('div', 'gallery')
  gallery.append(...cards.map((card) => drawCard(card, hands)))
  return gallery
}

function drawCard(card: CardContent, hands: Hands): HTMLElement {
  const drawn = draw('article', 'card')
  const picture = card.images?.[0]?.url
  if (picture) drawn.append(drawImage(picture, card.title ?? '', hands))
  const words = draw('div', '')
  if (card.title) words.append(drawSaid('h2', card.title))
  if (card.subtitle) words.append(drawSaid('p', card.subtitle))
  if (card.text) words.append(drawSaid('p', card.text))
  if (words.childElementCount > 0) drawn.append(words)
  for (const button of card.buttons ?? []) {
    const address = button.type === 'openUrl' ? readSafeAddress(button.value) : null
    if (button.type !== 'openUrl')
      drawn.append(asSaid(drawButton(button.title, () => hands.say(button.value))))
    else if (address !== null) drawn.append(asSaid(drawLink(address, button.title)))
  }
  return drawn
}

function drawFile(attachment: Attachment, url: string, hands: Hands): HTMLElement {
  const { words } = hands.language
  const name = attachment.name ?? words.message.file
  const open = () => void openFile(url, name, attachment.contentType, hands)
  if (!attachment.contentType.startsWith('image/')) {
    const file = drawButton('📄', open, 'file')
    file.append(draw('bdi', '', name))
    return file
  }
  const picture = drawButton('', open, 'picture')
  picture.setAttribute('aria-label', fillIn(words.message.open, { name }))
  picture.append(drawImage(url, name, hands))
  return picture
}

function drawImage(url: string, name: string, hands: Hands): HTMLImageElement {
  const image = document.createElement('img')
  image.alt = name
  image.referrerPolicy = 'no-referrer'
  void hands.loadFile(url).then(
    (address) => (image.src = address),
    () => (image.alt = fillIn(hands.language.words.message.notLoaded, { name })),
  )
  return image
}

/** Pictures open in a tab of their own, everything else is saved. */
async function openFile(url: string, name: string, contentType: string, hands: Hands): Promise<void> {
  const address = await hands.loadFile(url).catch(() => null)
  if (address === null) return
  const link = drawLink(address, name)
  if (!contentType.startsWith('image/')) link.download = name
  link.click()
}

function drawButton(words: string, act: () => void, className = ''): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = words
  button.addEventListener('click', act)
  return button
}

/** What guests, staff or the bot wrote is in its own direction, whatever the page's is. */
function drawSaid(tag: string, text: string): HTMLElement {
  return asSaid(draw(tag, '', text))
}

function asSaid<E extends HTMLElement>(element: E): E {
  element.dir = 'auto'
  return element
}

function draw(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}
