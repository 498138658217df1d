import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as v from 'valibot'
import { createClient, makeKey, readField, type Client } from './api-client.ts'
import { CONFIG_LISTS } from './config-lists.ts'
import type { Guest } from './guest.ts'
import type { Hotel } from './hotel.ts'
import { makeFile } from './upload.ts'

/** An element of whatever is put into the hotel: on no screen may there be one. */
const CLASS = 'hostile'
const RUN = 'hostileRan()'
/** Markup that runs a script where it is taken for markup, and ends an attribute or an element where it is put into one. */
export const HOSTILE = `"'></style></title></textarea><img class=${CLASS} src=x onerror=${RUN}>`
/** As short as a name or a label has to be. */
export const HOSTILE_NAME = `"'><b class=${CLASS}><img src=x onerror=${RUN}>`
export const HOSTILE_WORDS = [
  HOSTILE,
  `<script class=${CLASS}>${RUN}</script>`,
  `<svg class=${CLASS}><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<iframe class=${CLASS} srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `javascript:${RUN} https://a.example/"onfocus="${RUN}"autofocus=" {{constructor.constructor('${RUN}')()}} \${${RUN}}`,
].join(' ')
const ADDRESS = `javascript:${RUN}`
const PICTURE = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.${RUN}'/>`
const CARD = {
  contentType: 'application/card',
  content: {
    title: HOSTILE_WORDS,
    subtitle: HOSTILE,
    text: HOSTILE_WORDS,
    images: [{ url: ADDRESS }, { url: PICTURE }],
    buttons: [
      { type: 'openUrl', title: HOSTILE, value: ADDRESS },
      { type: 'openUrl', title: HOSTILE, value: `  java\tscript:${RUN}` },
      { type: HOSTILE, title: HOSTILE, value: `vbscript:${RUN}` },
    ],
  },
}
const FILE = { contentType: 'image/png', contentUrl: ADDRESS, name: HOSTILE_NAME, size: 7 }

/** Fills every list of the configuration with it, by the calls of those who may; `admin` is signed in on the hotel's server. */
export async function fillLists(admin: Client): Promise<void> {
  let queueId: string | undefined
  for (const one of CONFIG_LISTS.filter(({ list }) => list !== 'test-users')) {
    const { path, json, ...options } = one.add(1)
    const soiled = { ...soil(json), ...(one.list === 'tickets' ? { queueId } : {}) }
    const { status, body } = await admin.call(path, { ...options, json: soiled, key: makeKey() })
    expect([one.list, status, body]).toEqual([one.list, 201, expect.anything()])
    if (one.list === 'queues') queueId = String(readField(body, 'id'))
  }
  const made = [
    ['/api/segment', { id: HOSTILE_NAME, filter: {} }],
    [
      '/api/bot-config',
      { type: 'cronCampaigns', config: { name: HOSTILE_NAME, segment: HOSTILE_NAME, ...CAMPAIGN } },
    ],
    ['/api/luis/questions', { intentId: await readIntent(admin), questions: [HOSTILE_WORDS.slice(0, 400)] }],
    ['/api/translations/en', { [HOSTILE_NAME]: HOSTILE }],
  ] as const
  for (const [path, json] of made) {
    const { status, body } = await admin.call(path, { method: 'POST', json, key: makeKey() })
    expect([path, status, body]).toEqual([path, expect.toSatisfy(isTaken), expect.anything()])
  }
}

const CAMPAIGN = {
  isEnabled: false,
  time: '',
  frequency: 'Run Once',
  dialog: '',
  action: 'message',
  redirectTo: '',
}
/** A word that the environment does not know is refused: that is as well. */
const isTaken = (status: unknown) => typeof status === 'number' && status < 500

async function readIntent(admin: Client): Promise<string> {
  const { body } = await admin.call('/api/luis/intents')
  const rows = v.parse(v.array(v.looseObject({ id: v.string(), name: v.string() })), body)
  return rows.find(({ name }) => name === HOSTILE_NAME)?.id ?? ''
}

/** Puts it in place of each of a row's own words. */
function soil(row: object = {}): object {
  const words = ['name', 'label', 'answer', 'title', 'description', 'hostSystem', 'message']
  const soiled = Object.entries(row).map(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return [name, soil(value)]
    if (!words.includes(name)) return [name, value]
    return [name, name === 'answer' || name === 'description' ? HOSTILE_WORDS : HOSTILE_NAME]
  })
  return Object.fromEntries(soiled) as object
}

/** What is said and sent in a guest's chat, by both sides. */
export async function soilThread(hotel: Hotel, guest: Guest, staff: Client): Promise<void> {
  await guest.say(HOSTILE_WORDS)
  const sent = await staff.call(`/api/takeover/send/${guest.chatId}`, {
    method: 'POST',
    json: { text: HOSTILE_WORDS.replaceAll(' <', '<br/><') },
    key: makeKey(),
  })
  expect(sent.status).toBe(200)
  const form = new FormData()
  for (const kind of ['png', 'pdf'] as const) form.append('files', makeFile(kind, `${HOSTILE_NAME}.${kind}`))
  const uploaded = await staff.call(`/api/takeover/upload/${guest.chatId}`, { method: 'POST', body: form })
  expect(uploaded.status).toBe(200)
  hotel.line.rewrite('/api/sync', (body) => JSON.stringify(addCards(JSON.parse(body))))
  hotel.line.rewrite(`/api/info/chats/${guest.chatId}/messages`, (body) =>
    JSON.stringify(addCards(JSON.parse(body))),
  )
  hotel.line.rewrite(`/api/inhouse-guest-info/${guest.chatId}`, () => JSON.stringify(describeGuest()))
}

/** Messages of that text have cards and files whose every field is hostile, at whatever depth of an answer. */
function addCards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addCards)
  if (typeof value !== 'object' || value === null) return value
  const row: Record<string, unknown> = { ...value }
  if (row['text'] === HOSTILE_WORDS)
    row['attachments'] = [CARD, CARD, FILE, { ...FILE, contentType: HOSTILE }]
  if (Array.isArray(row['messages'])) row['messages'] = row['messages'].map(addCards)
  if (Array.isArray(row['chats'])) row['chats'] = row['chats'].map(soilChat)
  return row
}

function soilChat(chat: unknown): unknown {
  if (typeof chat !== 'object' || chat === null || Reflect.get(chat, 'displayName') !== HOSTILE_NAME)
    return chat
  return { ...chat, source: HOSTILE_NAME, botName: HOSTILE_NAME, language: HOSTILE_NAME }
}

function describeGuest(): object {
  return {
    Data: {
      PUB_GuestRegister: {
        Status: HOSTILE,
        RoomNumber: HOSTILE,
        Arrival: HOSTILE,
        FirstName: HOSTILE,
        LastName: HOSTILE,
        RoomType: HOSTILE,
      },
    },
    fbData: { first_name: HOSTILE, last_name: HOSTILE, profile_pic: ADDRESS },
    fullContact: {
      HOP_sd_SocialData: [
        {
          HOP_sd_ContactInfo: { fullName: HOSTILE },
          HOP_sd_Photo: [{ url: ADDRESS }, { url: PICTURE }],
          HOP_sd_SocialProfile: [{ typeId: HOSTILE, url: ADDRESS, followers: 48_200 }],
        },
      ],
    },
  }
}

/** Has a page tell of whatever it should not do, on its console: which fails a journey. Before it is opened. */
export async function watchForHostile(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { hostileRan: () => console.error('a script of somebody’s ran') })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`the policy was violated: ${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
}

/** Nothing of it became an element, an attribute that runs or an address that does, here or in a frame. */
export async function expectInert(page: Page, where: string): Promise<void> {
  for (const frame of page.frames()) {
    const found = await frame.evaluate((name) => {
      const runs = [...document.querySelectorAll('*')].filter((element) =>
        [...element.attributes].some(
          ({ name: attribute, value }) =>
            attribute.startsWith('on') ||
            (['href', 'src', 'action'].includes(attribute) && /^\s*(javascript|vbscript):/i.test(value)),
        ),
      )
      return [...document.querySelectorAll(`.${name}`), ...runs].map(({ outerHTML }) =>
        outerHTML.slice(0, 200),
      )
    }, CLASS)
    expect(found, where).toEqual([])
  }
}

/** Signs in on the hotel's own server, past the line. */
export async function signInAdmin({ server }: Hotel, password: string): Promise<Client> {
  const query = new URLSearchParams({ username: 'admin', password, token: '' })
  const { body } = await createClient(server).call(`/api/auth?${query.toString()}`)
  const { token } = v.parse(v.looseObject({ token: v.string() }), body)
  return createClient(server, token)
}
