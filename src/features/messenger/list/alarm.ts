import { isAlarmBlocked } from './alarm-blocked.ts'

const ADDRESS = '/sounds/needs-help.wav'

let element: Promise<HTMLAudioElement> | undefined

/** Plays the needs-help sound once. Rejects where the file or the audio element fails; a refusal is `isAlarmBlocked`. */
export async function playAlarm(): Promise<void> {
  const audio = await loadAlarm()
  try {
    await playFromStart(audio)
    isAlarmBlocked.set(false)
  } catch (error) {
    if (!isRefusal(error)) throw error
    isAlarmBlocked.set(true)
  }
}

/** Fetches the sound ahead, so that it is there within a tap and without a line. */
export function loadAlarm(): Promise<HTMLAudioElement> {
  element ??= createAlarm().catch((error: unknown) => {
    element = undefined
    throw error
  })
  return element
}

/** One element for all: where a browser asks for a tap, it is this one that was tapped for. */
async function createAlarm(): Promise<HTMLAudioElement> {
  const response = await fetch(ADDRESS)
  if (!response.ok) throw new Error(`the sound was answered with ${response.status}`)
  // Played from memory: a worker's cache answers no ranges, without which Safari plays nothing.
  return new Audio(URL.createObjectURL(await response.blob()))
}

/** The element's own error rejects too, where the promise of `play` would stay open. */
function playFromStart(audio: HTMLAudioElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the sound can not be played: ${audio.error?.message ?? 'unknown'}`))
    audio.addEventListener('error', fail, { once: true })
    audio.currentTime = 0
    audio
      .play()
      .then(resolve, reject)
      .finally(() => audio.removeEventListener('error', fail))
  })
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}
