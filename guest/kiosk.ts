import type { Kept } from './kept.ts'

/** A page of a lobby's tablet ends the conversation after so long without use. */
const KIOSK_IDLE_MS = 30 * 60_000
/** For so long before that it asks whether anybody is there. */
const WARNING_MS = 60_000
const TICK_MS = 1_000
const USES = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel']

export interface KioskParts {
  kept: Pick<Kept, 'readUsedAt' | 'writeUsedAt'>
  /** Asks whether anybody is still there. */
  dialog: EventTarget & Pick<HTMLDialogElement, 'open' | 'showModal' | 'close'>
  /** Says how many seconds are left. */
  left: Pick<HTMLElement, 'textContent'>
  /** So many seconds, in words. */
  describeLeft(seconds: number): string
  /** Whether there is anything on the page that is somebody's. */
  hasWords(): boolean
  end(): void
}

/**
 * Ends the conversation of whoever has left the tablet. By the wall clock, and kept between visits: a tablet that slept, or
 * was started again, ends at its wake-up what nobody used meanwhile, before the next touch counts.
 */
export function watchKiosk({ kept, dialog, left, describeLeft, hasWords, end }: KioskParts): void {
  /** Gives whether the conversation goes on. */
  function check(): boolean {
    const now = Date.now()
    const usedAt = kept.readUsedAt()
    // Nobody is there yet, or the clock was set back.
    if (usedAt === null || usedAt > now || !hasWords()) {
      stay()
      return true
    }
    const leftMs = usedAt + KIOSK_IDLE_MS - now
    if (leftMs <= 0) {
      dialog.close()
      kept.writeUsedAt(now)
      end()
      return false
    }
    if (leftMs > WARNING_MS) dialog.close()
    else if (!dialog.open) dialog.showModal()
    left.textContent = describeLeft(Math.ceil(leftMs / 1_000))
    return true
  }

  function stay(): void {
    kept.writeUsedAt(Date.now())
    dialog.close()
  }

  const use = () => {
    // While it asks, an answer is what counts: a hand that wipes the screen is none.
    if (check() && !dialog.open) kept.writeUsedAt(Date.now())
  }
  for (const name of USES) addEventListener(name, use, { capture: true, passive: true })
  dialog.addEventListener('click', stay)
  dialog.addEventListener('cancel', stay)
  for (const name of ['pageshow', 'focus']) addEventListener(name, check)
  document.addEventListener('visibilitychange', check)
  setInterval(check, TICK_MS)
  check()
}
