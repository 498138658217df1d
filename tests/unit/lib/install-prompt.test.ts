import { beforeEach, describe, expect, it } from 'vitest'
import { askToInstall, canInstall, keepInstallPrompt } from '#src/lib/install-prompt.ts'

let page: EventTarget
beforeEach(async () => {
  page = new EventTarget()
  keepInstallPrompt(page)
  page.dispatchEvent(new Event('appinstalled'))
  await Promise.resolve()
})

function makeOffer(outcome: 'accepted' | 'dismissed') {
  const log: string[] = []
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => Promise.resolve(void log.push('asked')),
    userChoice: Promise.resolve({ outcome }),
  })
  return { event, log }
}

describe('the browser’s offer to install', () => {
  it.each(['accepted', 'dismissed'] as const)('is kept until a tap, and asks once: %s', async (outcome) => {
    const { event, log } = makeOffer(outcome)
    page.dispatchEvent(event)
    expect([event.defaultPrevented, canInstall.get(), log]).toEqual([true, true, []])
    expect(await askToInstall()).toBe(outcome)
    expect([canInstall.get(), log]).toEqual([false, ['asked']])
    expect(await askToInstall()).toBe('gone')
  })

  it('is over once it is installed, by whatever way', () => {
    page.dispatchEvent(makeOffer('accepted').event)
    page.dispatchEvent(new Event('appinstalled'))
    expect(canInstall.get()).toBe(false)
  })

  it('is none where the event has nothing to ask with', async () => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    page.dispatchEvent(event)
    expect([event.defaultPrevented, canInstall.get()]).toEqual([false, false])
    expect(await askToInstall()).toBe('gone')
  })
})
