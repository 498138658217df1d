import type { Guest } from '#tests/support/guest.ts'
import { Device } from './device.ts'
import type { House, Pair } from './house.ts'
import { Ledger } from './ledger.ts'
import type { Step } from './steps.ts'

/** All that one schedule has to itself: two guests, two agents, a device and what was written down of it. */
export interface Stage {
  house: House
  pair: Pair
  guests: readonly [Guest, Guest]
  device: Device
  ledger: Ledger
  /** Faults that happened so far. */
  faults: number
  /** What each step came to, for whoever reads of a failure. */
  told: string[]
  /** What was begun and not waited for: it ends by itself, a while later. */
  begun: Promise<unknown>[]
}

/** `mark` tells its words from those of all other schedules; what its steps come to is added to `told`. */
export async function setStage(
  house: House,
  steps: readonly Step[],
  mark: string,
  told: string[],
): Promise<Stage> {
  const [pair, ana, ben] = await Promise.all([
    house.hire(),
    house.openGuestInNeed(`Ana ${mark}`),
    house.openGuestInNeed(`Ben ${mark}`),
  ])
  await Promise.all([pair.same.takeOver(ana.chatId), pair.same.takeOver(ben.chatId)])
  const device = await Device.open(house, steps)
  const stage = {
    house,
    pair,
    guests: [ana, ben] as const,
    device,
    ledger: new Ledger(mark),
    faults: 0,
    told,
    begun: [],
  }
  try {
    await device.begin(pair.usernames.same)
    return stage
  } catch (error) {
    await clearStage(stage)
    throw error
  }
}

export async function clearStage({ house, pair, guests, device }: Stage): Promise<void> {
  await device.close()
  await house.clearAway(
    guests.map(({ chatId }) => chatId),
    pair,
  )
}
