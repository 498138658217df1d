import { setTimeout as delay } from 'node:timers/promises'
import { serveNewBuild, takeNewBuild } from '#tests/support/new-build.ts'
import { readDeviceRows } from './device-rows.ts'
import { attempt } from './attempt.ts'
import { leave, say, sendAndClose, sendWhileOpening, signIn, signOut, takeAsColleague, work } from './acts.ts'
import { describeStep, isFault, type Step } from './steps.ts'
import type { Stage } from './stage.ts'

/** How long a new build is looked for: without a line it is not found. */
const FIND_MS = 8_000

/** Does what a step says. What can't be done as everything is, a person leaves. */
export async function runStep(stage: Stage, step: Step): Promise<void> {
  const startedAt = performance.now()
  let problem = ''
  const done = perform(stage, step).then(
    () => true,
    (error: unknown) => {
      problem = `: ${String(error).split('\n')[0] ?? ''}`
      return false
    },
  )
  stage.begun.push(done)
  const isDone = await attempt(() => done, false)
  if (isDone && isFault(step)) stage.faults += 1
  const ms = Math.round(performance.now() - startedAt)
  stage.told.push(`${describeStep(step)} (${isDone ? 'done' : `left${problem}`}, ${ms} ms)`)
}

async function perform(stage: Stage, step: Step): Promise<void> {
  const { device, house } = stage
  switch (step.type) {
    case 'wait':
      return delay(step.ms)
    case 'guest':
      return say(stage, step.chat)
    case 'send':
    case 'draft':
    case 'take':
    case 'return':
    case 'resolve':
      return work(stage, step)
    case 'colleague':
      return takeAsColleague(stage, step.chat)
    case 'sign-out':
      return signOut(stage, step.tab, step.choice)
    case 'sign-in':
      return signIn(stage, step.tab, step.who)
    case 'heal':
      return device.heal()
    case 'cut':
    case 'offline':
    case 'stall':
    case 'portal':
    case 'errors':
    case 'busy':
    case 'slow':
      return device.breakLine(step)
    case 'lose':
    case 'swallow':
    case 'withhold':
      return device.breakReplies(step)
    case 'send-and-close':
      return sendAndClose(stage, step)
    case 'flush-while-opening':
      return sendWhileOpening(stage, step)
    case 'crash':
      return device.crash(step.tab)
    case 'open-tab':
      return openMissingTab(stage)
    case 'close-tab':
      return leave(stage, step.tab)
    case 'hide':
      return device.setHidden(step.tab, true)
    case 'quota':
      return device.fill(step.tab)
    case 'quota-back':
      return device.restoreQuota()
    case 'stop-worker':
      return device.stopWorker()
    case 'expire':
      return expire(stage)
    case 'update':
      return update(stage)
    case 'kill-server':
      return house.kill()
    case 'start-server':
      return house.start()
  }
}

async function openMissingTab({ device }: Stage): Promise<void> {
  await device.openTab(device.tabs[0] ? 1 : 0)
}

async function expire({ device, house }: Stage): Promise<void> {
  const tab = device.find(0)
  if (!tab) return
  const { token } = await readDeviceRows(tab.page)
  if (token !== null) await house.expire(token)
}

/** From N-1 to N: another build is on the server, it is found, and its user says yes. */
async function update({ device }: Stage): Promise<void> {
  serveNewBuild(device)
  const tab = device.find(0)
  if (!tab) return
  const look = async () => {
    // No longer than it is waited for: whoever goes on looking disturbs what comes after.
    await tab.lookForUpdate(FIND_MS)
    return true
  }
  if (await attempt(look, false, FIND_MS)) await takeNewBuild(tab)
}
