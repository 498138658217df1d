import type { OpenSound } from './preview-player.ts'

/** A sound of the page's own: played from memory, since its address wants the token. */
export const openSound: OpenSound = (bytes, contentType, on) => {
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const audio = new Audio(address)
  audio.addEventListener('ended', on.ended)
  // Where the promise of `play` would stay open.
  audio.addEventListener('error', on.failed)
  return {
    play: () => audio.play(),
    close() {
      audio.removeEventListener('ended', on.ended)
      audio.removeEventListener('error', on.failed)
      audio.pause()
      audio.removeAttribute('src')
      URL.revokeObjectURL(address)
    },
  }
}
