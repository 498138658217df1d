import { MIRROR_PREFIX } from '#src/db/mirror/database.ts'
import { engineName } from '#src/sync/channel.ts'
import { act } from './act.ts'
import { PEOPLE } from './environment-people.ts'
import { readSignedIn, type Desk, type Hotel } from './hotel.ts'
import { readUnsent } from './read-unsent.ts'
import type { Step } from './steps.ts'
import type { Tab } from './tab.ts'
import { RestlessError, type World } from './world.ts'

/** So few messages that something goes; chats stay, which every console must have. */
const FEW = { chats: 20_000, threads: 1, messagesPerThread: 1, maxAgeMs: 30 * 24 * 60 * 60_000 }

/** Many times what the longest step has to read and write one after another. */
const MOST_ROUNDS = 1_000

/** Does one step and whatever follows from it without time passing. */
export async function runStep(house: Hotel, step: Step): Promise<void> {
  const hotel = step.isOther ? (house.other ?? house) : house
  if (step.type === 'wait') return hotel.world.pass(step.ms)
  // What a person does is done before time passes: whatever is being stored is stored by then.
  if ('device' in step) {
    hotel.desk(step.device).device.disk.hurry()
    await hotel.world.settle()
  }
  if (step.type === 'guest') {
    hotel.environment.guestSays(`chat-${step.chat}`, hotel.nextGuestWord(), step.asksForHelp)
  } else if (step.type === 'forget-cursors') hotel.environment.log.forgetCursors()
  else if (step.type === 'remove-chat') {
    const chatId = `chat-${step.chat}`
    if (hotel.environment.log.chats.has(chatId)) hotel.environment.log.removeChat(chatId)
  } else if ('chat' in step) await endWithoutTime(hotel.world, act(hotel, step))
  else if ('tab' in step) await endWithoutTime(hotel.world, runAtTab(hotel, step))
  else runAtDesk(hotel, step)
  await hotel.world.settle()
}

/** Throws RestlessError where a step waits for what never comes: the schedule would wait with it, and be told of by nobody. */
async function endWithoutTime(world: World, step: Promise<void>): Promise<void> {
  let isOver = false
  const over = step.finally(() => (isOver = true))
  for (let round = 0; !isOver; round += 1) {
    if (round > MOST_ROUNDS) throw new RestlessError('a step waits for ever for what needs time to pass')
    await Promise.race([over, world.settle()])
  }
  await over
}

function runAtDesk(hotel: Hotel, step: Exclude<Extract<Step, { device: 0 | 1 }>, { tab: number }>): void {
  const desk = hotel.desk(step.device)
  const { line, device } = desk
  switch (step.type) {
    case 'faults':
      return line.plan(step.on, step.faults)
    case 'frames':
      return line.planFrames(step.faults)
    case 'cut':
      return line.cut()
    case 'half-open':
      line.isHalfOpen = true
      return
    case 'busy':
      line.isBusy = true
      return
    case 'heal':
      return line.heal()
    case 'worker':
      hotel.runWorker(desk)
      return
    case 'steal':
      void device.locks.request(engineName(hotel.origin, desk.user.id), { steal: true }, () =>
        Promise.resolve(),
      )
      return
    case 'expire':
      return hotel.environment.endAllOf(desk.user.id)
    case 'update':
      return update(hotel, desk)
    case 'clock':
      device.setClock(step.offsetMs)
  }
}

/** Every tab is loaded anew, on the databases that the last build left, and a mirror of a build before it. */
function update(hotel: Hotel, desk: Desk): void {
  desk.device.indexedDB.open(`${MIRROR_PREFIX}1:${hotel.origin}:${desk.user.id}`).onsuccess = closeAtOnce
  const open = desk.tabs.flatMap((tab, index) => (tab && !tab.isDead ? [index] : []))
  for (const index of open) {
    desk.tabs[index]?.kill()
    hotel.openTab(desk, index)
  }
}

function closeAtOnce(this: IDBRequest<IDBDatabase>): void {
  this.result.close()
}

async function runAtTab(
  hotel: Hotel,
  step: Exclude<Extract<Step, { tab: number }>, { chat: number }>,
): Promise<void> {
  const desk = hotel.desk(step.device)
  if (step.type === 'open') return void hotel.openTab(desk, step.tab)
  const isWorkers = step.type === 'kill-at' && step.tab === 3
  const tab = (isWorkers ? desk.worker : desk.tabs[step.tab]) ?? hotel.findTab(desk, step.tab)
  if (!tab || tab.isDead) return
  switch (step.type) {
    case 'kill':
      return tab.kill()
    case 'kill-at':
      tab.plan = { sites: step.site ? new Set([step.site]) : null, nth: step.nth + 1, when: step.when }
      return
    case 'freeze':
      return tab.freeze()
    case 'thaw':
      return tab.thaw()
    case 'hide':
    case 'show':
      return tab.isFrozen ? undefined : tab.setVisible(step.type === 'show')
    case 'come-back':
      return tab.isFrozen ? undefined : tab.comeBack()
    case 'abort':
      tab.databases.faults.aborts = step.count
      return
    case 'full':
      tab.databases.faults.refusals = step.count
      return
    case 'clear-mirror':
    case 'evict':
      return tend(desk, tab, step.type)
    case 'sign-in':
      return signIn(desk, tab, step.who)
    case 'sign-out':
      return signOut(hotel, desk, tab, step.choice)
  }
}

async function tend(desk: Desk, tab: Tab, what: 'clear-mirror' | 'evict'): Promise<void> {
  const signedIn = readSignedIn(tab)
  if (!signedIn || tab.isFrozen) return
  const { workspace } = signedIn
  const { code } = tab
  const job = async () => {
    if (what === 'clear-mirror') {
      await code.clearMirror(workspace, desk.device.now())
      return signedIn.engine.syncNow()
    }
    const keep = { userId: workspace.user.id, chatIds: await code.readChatsWithWork(workspace) }
    await code.evictMirror(workspace, FEW, keep, desk.device.now())
  }
  job().catch(() => undefined)
}

function signIn(desk: Desk, tab: Tab, who: 'same' | 'other'): void {
  if (tab.isFrozen || tab.page?.state().kind !== 'signed-out') return
  const user = who === 'same' ? desk.user : PEOPLE.find(({ id }) => id !== desk.user.id)
  if (!user) return
  void tab.page.signIn(user.username, user.username).then(
    ({ type }) => {
      if (type === 'signed-in') desk.user = user
    },
    () => undefined,
  )
}

/** What is discarded with it may go from the moment on in which that is said. */
async function signOut(hotel: Hotel, desk: Desk, tab: Tab, choice: 'keep' | 'discard'): Promise<void> {
  const signedIn = readSignedIn(tab)
  if (!signedIn || tab.isFrozen || !tab.page) return
  const { session } = signedIn
  const { ledger, world } = hotel
  if (choice === 'discard') {
    for (const row of [...ledger.written, ...ledger.intents])
      if (row.device === desk.index && row.userId === session.user.id) row.mayBeGone = true
  }
  const { user, token, epoch } = session
  const unsent = await readUnsent(hotel, desk, user.id)
  const asked = { device: desk.index, userId: user.id, token, choice, epoch, unsent }
  ledger.asked.push(asked)
  void tab.page.signOut(choice).then(
    () => void ledger.ended.push({ ...asked, at: world.now }),
    () => undefined,
  )
}
