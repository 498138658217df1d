import type { StaffRef } from '#src/contract/chats.ts'
import { recordChange } from '../configuration/audit.ts'
import { AUDITED_CONFIGS, readBotConfigs, writeConfig } from '../configuration/bot-configs.ts'
import type { Tx } from '../store.ts'

const TYPE = 'agentOnDuty'

/**
 * Takes a user off the shifts that name them. A shift of theirs alone is switched off: with nobody named it would become
 * everybody's (CONTRACT section 6).
 */
export async function takeOffShifts(tx: Tx, by: StaffRef, userId: string): Promise<void> {
  for (const before of await readBotConfigs(tx, TYPE)) {
    const { config, id } = before
    const userIds: unknown[] = Array.isArray(config['userIds']) ? config['userIds'] : []
    if (!userIds.includes(userId)) continue
    const others = userIds.filter((one) => one !== userId)
    const next = { ...config, userIds: others, ...(others.length === 0 ? { isEnabled: false } : {}) }
    const after = await writeConfig(tx, id, next)
    await recordChange(tx, by, AUDITED_CONFIGS[TYPE], { before, after })
  }
}
