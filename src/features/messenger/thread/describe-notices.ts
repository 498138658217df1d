import type { Collision } from '#src/domain/chats/collision.ts'
import { isBlankName, isolateName } from '#src/domain/guests/name.ts'
import { dayKey, formatClock, formatSpan, formatTimestamp } from '#src/domain/formatting.ts'

const MINUTE_MS = 60_000
/** Up to here minutes are counted one by one. */
const MINUTES_UP_TO = 120

/** What a colleague did, in a sentence. `now`: the device's clock, ms. */
export function describeCollision(collision: Collision, now: number, timeZone?: string): string {
  const at = describeTime(collision.at, now, timeZone)
  switch (collision.type) {
    case 'taken':
      return `${nameColleague(collision.by)} took this chat ${at}`
    case 'yours':
      return `You have this chat since ${formatTime(collision.at, now, timeZone)}`
    case 'returned':
      return collision.by
        ? `${nameColleague(collision.by)} returned this chat to the bot ${at}`
        : `This chat was returned to the bot ${at}`
    case 'resolved':
      return collision.by ? `${nameColleague(collision.by)} resolved it ${at}` : `It was resolved ${at}`
  }
}

/** The question about a chat in which nothing was written for `quietMs`. */
export function describeQuiet(quietMs: number): string {
  const minutes = Math.floor(quietMs / MINUTE_MS)
  const span = minutes < MINUTES_UP_TO ? `${minutes} minutes` : formatSpan(quietMs)
  return `Nothing was written for ${span}. Return it to the bot?`
}

/** A colleague as a sentence's subject. */
export function nameColleague({ name }: { name: string }): string {
  return isBlankName(name) ? 'A colleague' : isolateName(name)
}

function describeTime(time: string, now: number, timeZone: string | undefined): string {
  return `${isSameDay(time, now, timeZone) ? 'at' : 'on'} ${formatTime(time, now, timeZone)}`
}

function formatTime(time: string, now: number, timeZone: string | undefined): string {
  return isSameDay(time, now, timeZone) ? formatClock(time, timeZone) : formatTimestamp(time, timeZone)
}

function isSameDay(time: string, now: number, timeZone: string | undefined): boolean {
  return dayKey(time, timeZone) === dayKey(now, timeZone)
}
