import { MIRROR_BUGS } from './mirror.ts'
import { OUTBOX_BUGS } from './outbox.ts'
import type { SeededBug } from './seeded-bug.ts'
import { SESSION_BUGS } from './session.ts'

/** Every bug that the schedules of `npm test` must find. */
export const SEEDED_BUGS: readonly SeededBug[] = [...OUTBOX_BUGS, ...MIRROR_BUGS, ...SESSION_BUGS]
