import { isBlank } from '#src/domain/text/blank.ts'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { openConversation } from './conversation.ts'
import { drawMessage, drawPending, isSameAuthor, type Hands } from './draw-message.ts'
import { readFile } from './guest-api.ts'
import { openKept } from './kept.ts'
import { watchKiosk } from './kiosk.ts'
import { openLiveLine } from './live-line.ts'
import { openMessageField } from './message-field.ts'
import { openNews, sayIn, type Told } from './news.ts'
import { openSurvey } from './survey.ts'
import { followVisibleArea } from './visible-area.ts'
import { describeNotice } from './words/describe.ts'
import { countIn } from './words/fill-in.ts'
import { loadLanguage } from './words/load-language.ts'
import { writePage } from './words/write-page.ts'

/** Within this many pixels of the end the log follows what is said. */
const NEAR_END_PX = 120
/** Within this many pixels of the top older messages are loaded. */
const NEAR_TOP_PX = 240

const language = await loadLanguage(navigator.languages)
const { words } = language
writePage(language)

const query = new URLSearchParams(location.search)
const demoChat = query.get('demo')
const isKiosk = query.has('kiosk')
const kept = openKept(demoChat ?? 'own')
const page = {
  log: find('log', HTMLElement),
  messages: find('messages', HTMLOListElement),
  status: find('status', HTMLElement),
  news: find('news', HTMLElement),
  notice: find('notice', HTMLElement),
  welcome: find('welcome', HTMLElement),
  composer: find('composer', HTMLFormElement),
  nameField: find('name-field', HTMLElement),
  name: find('name', HTMLInputElement),
  text: find('text', HTMLTextAreaElement),
  end: find('end', HTMLButtonElement),
  endDialog: find('end-dialog', HTMLDialogElement),
  ended: find('ended', HTMLElement),
  begin: find('begin', HTMLButtonElement),
}
/** From the end of a conversation until the guest begins another. */
let isEnded = false
let isLoadingOlder = false
/** Whether the guest follows the newest messages, and where the log was when it last moved. */
let isAtEnd = true
let lastTop = 0
const findNews = openNews(language)
const files = new Map<string, Promise<string>>()
const conversation = openConversation(kept, demoChat, {
  onChange: drawAll,
  onSession: ({ token }) => line.connect(token),
  onSent: () => line.expectAnswer(),
  onUnreachable: () => line.distrust(),
  onForgotten: forgetPage,
})
const drawSurvey = openSurvey(
  {
    survey: find('survey', HTMLElement),
    form: find('survey-form', HTMLFormElement),
    problem: find('survey-problem', HTMLElement),
    putOff: find('survey-put-off', HTMLButtonElement),
    answer: find('survey-answer', HTMLElement),
    thanks: find('survey-thanks', HTMLElement),
    change: find('survey-change', HTMLButtonElement),
    close: find('survey-close', HTMLButtonElement),
    news: find('survey-news', HTMLElement),
  },
  {
    language,
    kept,
    readQuestion: () => conversation.readStanding().question,
    onRated: conversation.refresh,
    onClosed: () => page.text.focus(),
    onChange: drawAll,
  },
)
const line = openLiveLine(conversation.refresh, drawStatus)
const hands: Hands = {
  language,
  say,
  retry: conversation.retry,
  discard: conversation.discard,
  loadFile(url) {
    const known = files.get(url)
    if (known) return known
    const loading = loadFile(url)
    files.set(url, loading)
    // A failure is not kept: the next look tries again.
    loading.catch(() => files.delete(url))
    return loading
  },
}

page.text.maxLength = MAX_MESSAGE_CHARS
page.text.value = kept.readDraft()
page.text.addEventListener('input', keepDraft)
openMessageField({ form: page.composer, text: page.text, newLine: find('new-line', HTMLButtonElement) })
followVisibleArea()
page.composer.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = page.text.value
  if (isBlank(text)) return
  page.text.value = ''
  keepDraft()
  say(text)
  page.text.focus()
})
page.log.addEventListener('scroll', () => {
  // Away from the end only by a hand: what came or took room since has moved nobody.
  if (isNearEnd()) isAtEnd = true
  else if (page.log.scrollTop < lastTop) isAtEnd = false
  lastTop = page.log.scrollTop
  if (page.log.scrollTop < NEAR_TOP_PX) void showOlder()
})
// A soft keyboard and the field as it grows take the log's room: who was at its end stays there.
new ResizeObserver(() => {
  if (isAtEnd) scrollToEnd()
}).observe(page.log)
page.end.addEventListener('click', () => page.endDialog.showModal())
find('end-confirm', HTMLButtonElement).addEventListener('click', () => {
  conversation.end()
  page.begin.focus()
})
page.begin.addEventListener('click', () => {
  isEnded = false
  drawAll()
  page.text.focus()
})
kept.watch(() => {
  conversation.follow()
  drawAll()
})
if (isKiosk) {
  page.name.autocomplete = 'off' // Nobody's name is to be offered to the next.
  watchKiosk({
    kept,
    dialog: find('kiosk', HTMLDialogElement),
    left: find('kiosk-left', HTMLElement),
    describeLeft: (seconds) => countIn(language, words.kiosk.seconds, seconds),
    hasWords: () => hasConversation() || page.text.value !== '' || page.name.value !== '',
    end() {
      conversation.end()
      // The next guest finds the page as it is for everybody.
      isEnded = false
      drawAll()
    },
  })
}
for (const name of ['online', 'offline']) addEventListener(name, drawAll)
growText()
drawAll()
conversation.refresh()

function say(text: string): void {
  conversation.say(text, page.name.value)
  scrollToEnd()
}

/** Older messages go in above what is looked at, which stays where it is. */
async function showOlder(): Promise<void> {
  if (isLoadingOlder || !conversation.readStanding().hasOlder) return
  isLoadingOlder = true
  const { log } = page
  const fromEnd = log.scrollHeight - log.scrollTop
  await conversation.loadOlder().finally(() => {
    isLoadingOlder = false
  })
  log.scrollTop = log.scrollHeight - fromEnd
}

/** Nothing of a conversation that was ended stays on the page: neither what is shown, nor what was being written. */
function forgetPage(): void {
  isEnded = true
  line.disconnect()
  page.endDialog.close()
  page.text.value = ''
  page.name.value = ''
  page.news.replaceChildren()
  growText()
  for (const file of files.values()) void file.then(URL.revokeObjectURL, () => undefined)
  files.clear()
  drawAll()
}

function hasConversation(): boolean {
  return kept.readSession() !== null || kept.readPending().length > 0
}

async function loadFile(url: string): Promise<string> {
  const address = new URL(url, location.href)
  if (address.origin !== location.origin) return address.href
  const session = kept.readSession()
  if (!session) throw new Error('nobody is speaking')
  return URL.createObjectURL(await readFile(session, address.href))
}

function keepDraft(): void {
  kept.writeDraft(page.text.value)
  growText()
}

/** The field is as high as what is written in it, up to the style sheet's limit. */
function growText(): void {
  page.text.style.height = 'auto'
  page.text.style.height = `${page.text.scrollHeight + 2}px`
}

function drawAll(): void {
  drawLog()
  sayIn(page.news, findNews(readTold()))
  drawStatus()
  drawSurvey(isOnline())
  if (isAtEnd) scrollToEnd()
}

/** A visitor who has no conversation yet has nothing to be read first. */
function readTold(): Told {
  const { messages } = conversation.readStanding()
  const hasOne = demoChat !== null || kept.readSession() !== null
  return { messages, pending: kept.readPending(), isUnread: hasOne && messages.length === 0 }
}

function isNearEnd(): boolean {
  const { scrollHeight, scrollTop, clientHeight } = page.log
  return scrollHeight - scrollTop - clientHeight < NEAR_END_PX
}

/** What is drawn already stays as it is, with what is being read in it. */
function drawLog(): void {
  const { messages, notice } = conversation.readStanding()
  const drawn = new Map([...page.messages.children].map((item) => [readMark(item), item]))
  const hasLine = isOnline()
  const wanted: { mark: string; make: () => HTMLElement }[] = messages.map((message, index) => {
    const isFollowing = isSameAuthor(messages[index - 1], message)
    return { mark: `${message.id}:${isFollowing}`, make: () => drawMessage(message, isFollowing, hands) }
  })
  for (const pending of kept.readPending()) {
    const mark = `${pending.key}:${hasLine}:${pending.reason !== null}`
    wanted.push({ mark, make: () => drawPending(pending, hasLine, hands) })
  }
  const items = wanted.map(({ mark, make }) => {
    const item = drawn.get(mark) ?? make()
    if (item instanceof HTMLElement) item.dataset['mark'] = mark
    drawn.delete(mark)
    return item
  })
  for (const gone of drawn.values()) gone.remove()
  items.forEach((item, index) => {
    const there = page.messages.children[index]
    if (there !== item) page.messages.insertBefore(item, there ?? null)
  })
  // In another tab somebody may have begun anew.
  if (hasConversation()) isEnded = false
  page.welcome.hidden = items.length > 0 || isEnded
  page.ended.hidden = !isEnded
  page.composer.hidden = isEnded
  page.end.hidden = !hasConversation()
  page.nameField.hidden = items.length > 0 || demoChat !== null || kept.readSession() !== null
  page.notice.hidden = notice === null
  const noticed = notice === null ? '' : describeNotice(language, notice)
  if (page.notice.textContent !== noticed) page.notice.textContent = noticed
}

function drawStatus(): void {
  // The word by which the style sheet colours it, and what it says.
  const { offline, connected, ready } = words.head
  const [state, text] = !isOnline()
    ? ['offline', offline]
    : line.isOpen()
      ? ['live', connected]
      : ['ready', ready]
  if (page.status.dataset['state'] === state && page.status.textContent === text) return
  page.status.dataset['state'] = state
  page.status.textContent = text
}

function isOnline(): boolean {
  return navigator.onLine && conversation.readStanding().isReachable
}

function readMark(item: Element): string {
  return item instanceof HTMLElement ? (item.dataset['mark'] ?? '') : ''
}

function scrollToEnd(): void {
  isAtEnd = true
  page.log.scrollTop = page.log.scrollHeight
}

function find<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`)
  return element
}
