import type { Attachment, CardContent, Message } from '#src/contract/chats.ts'
import type { Pending } from './kept.ts'

/** What drawing needs from the page. */
export interface Hands {
  /** Fetches a file with the guest's token and gives an address for it, kept for the page's life. */
  loadFile(url: string): Promise<string>
  /** Says something in the guest's name, as a card's button does. */
  say(text: string): void
  retry(key: string): void
  discard(key: string): void
}

const MAX_CARDS = 3
const LINK_PATTERN = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g
/** After so long a voice is named again, with the time. */
const SAME_BREATH_MS = 10 * 60_000
const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** One message of the log. `isFollowing`: by the same author as the one before it, whose name stands already. */
export function drawMessage(message: Message, isFollowing: boolean, hands: Hands): HTMLElement {
  if (message.type === 'event') return draw('li', 'event', message.text)
  const item = draw('li', message.sentByGuest ? 'message own' : 'message')
  item.dataset['id'] = message.id
  if (!isFollowing)
    item.append(draw('span', 'author', `${nameAuthor(message)}, ${writeTime(new Date(message.createdAt))}`))
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
  const words =
    pending.reason === null ? (isOnline ? 'Sending …' : 'Waiting to send') : `Not sent: ${pending.reason}`
  const note = draw('span', pending.reason === null ? 'note' : 'note bad', words)
  if (pending.reason !== null) {
    note.append(
      drawButton('Send again', () => hands.retry(pending.key)),
      drawButton('Discard', () => hands.discard(pending.key)),
    )
  }
  item.append(note)
  return item
}

/** Whether two messages are told by the same voice in one breath, so that its name stands once. */
export function isSameAuthor(one: Message | undefined, other: Message): boolean {
  if (!one || one.type === 'event') return false
  const apartMs = Date.parse(other.createdAt) - Date.parse(one.createdAt)
  return one.sentByGuest === other.sentByGuest && one.user?.id === other.user?.id && apartMs < SAME_BREATH_MS
}

/** The time of day today, with the day on any other. */
function writeTime(time: Date): string {
  return (time.toDateString() === new Date().toDateString() ? TIME : DAY_AND_TIME).format(time)
}

function nameAuthor(message: Message): string {
  if (message.sentByGuest) return 'You'
  return message.user?.name ?? 'Bell, our assistant'
}

/** Text is never read as HTML; only http and https addresses become links. */
function drawBubble(text: string): HTMLElement {
  const bubble = draw('span', 'bubble')
  bubble.dir = 'auto'
  let from = 0
  for (const match of text.matchAll(LINK_PATTERN)) {
    bubble.append(text.slice(from, match.index), drawLink(match[0], match[0]))
    from = match.index + match[0].length
  }
  bubble.append(text.slice(from))
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
  if (card.title) words.append(draw('h2', '', card.title))
  if (card.subtitle) words.append(draw('p', '', card.subtitle))
  if (card.text) words.append(draw('p', '', card.text))
  if (words.childElementCount > 0) drawn.append(words)
  for (const button of card.buttons ?? []) {
    if (button.type !== 'openUrl') drawn.append(drawButton(button.title, () => hands.say(button.value)))
    else if (/^https?:\/\//.test(button.value)) drawn.append(drawLink(button.value, button.title))
  }
  return drawn
}

function drawFile(attachment: Attachment, url: string, hands: Hands): HTMLElement {
  const name = attachment.name ?? 'file'
  const open = () => void openFile(url, name, attachment.contentType, hands)
  if (!attachment.contentType.startsWith('image/')) return drawButton(`📄 ${name}`, open, 'file')
  const picture = drawButton('', open, 'picture')
  picture.setAttribute('aria-label', `Open ${name}`)
  picture.append(drawImage(url, name, hands))
  return picture
}

function drawImage(url: string, name: string, hands: Hands): HTMLImageElement {
  const image = document.createElement('img')
  image.alt = name
  image.referrerPolicy = 'no-referrer'
  void hands.loadFile(url).then(
    (address) => (image.src = address),
    () => (image.alt = `${name} (could not be loaded)`),
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

function draw(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}
