import { ROLES } from '#src/domain/roles.ts'
import { findDuty } from '#src/domain/duty/on-duty.ts'
import type { Shift } from '#src/domain/duty/shift.ts'

/** A subscription of somebody who is signed in. */
export interface Device {
  subscriptionId: string
  userId: string
  role: number
}

/** A device that is notified, with the line of the shift for which its owner is on duty. */
export interface Notified {
  subscriptionId: string
  line: string | null
}

/** How long after a help request each stage of its escalation is (W5). */
export const STAGE_AFTER_MS = [0, 120_000, 300_000] as const
export type Stage = 0 | 1 | 2
const LAST_STAGE: Stage = 2
export const STAGES: readonly Stage[] = [0, 1, LAST_STAGE]

/**
 * Who is notified of a chat that needs help (W5): those on duty, at the last stage managers too, on duty or not; where no
 * shift is configured, everybody who is signed in. In a gap between shifts, or where nobody on duty has a device, it is
 * the managers from the first: a help request that no device shows is the one thing that may not happen.
 */
export function chooseAudience(
  stage: Stage,
  { devices, shifts, now }: { devices: readonly Device[]; shifts: readonly Shift[]; now: Date },
): Notified[] {
  const known = devices.map((device) => ({ ...device, duty: findDuty(shifts, device.userId, now) }))
  const isOnDuty = (device: (typeof known)[number]) => shifts.length === 0 || device.duty !== null
  const isManager = ({ role }: Device) => role >= ROLES.manager
  const isNobodyOn = !known.some(isOnDuty)
  return known
    .filter((device) => isOnDuty(device) || (isManager(device) && (stage === LAST_STAGE || isNobodyOn)))
    .map(({ subscriptionId, duty }) => ({ subscriptionId, line: duty?.message.trim() || null }))
}
