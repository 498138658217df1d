import { describe, expect, it } from 'vitest'
import {
  createPreviewPlayer,
  type FetchPreview,
  type OpenSound,
  type PreviewState,
} from '#src/features/intents/speech/preview-player.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const ASKED = { words: 'Hello.', timeZone: 'America/New_York' }

/** A player with a voice and an audio element in memory. */
function createBench() {
  const log: string[] = []
  const answers: Awaited<ReturnType<FetchPreview>>[] = []
  const refusals: Error[] = []
  let sounds: Parameters<OpenSound>[2][] = []
  let gate: Promise<void> = Promise.resolve()
  const fetchPreview: FetchPreview = async ({ words, timeZone }, signal) => {
    log.push(`fetch ${words} ${timeZone}`)
    signal.addEventListener('abort', () => log.push('aborted'))
    await gate
    return answers.shift() ?? { kind: 'done', bytes: new ArrayBuffer(3), contentType: 'audio/mpeg' }
  }
  const openSound: OpenSound = (bytes, contentType, on) => {
    log.push(`open ${bytes.byteLength} ${contentType}`)
    sounds = [...sounds, on]
    return {
      play() {
        const refusal = refusals.shift()
        return refusal ? Promise.reject(refusal) : Promise.resolve()
      },
      close: () => void log.push('close'),
    }
  }
  const player = createPreviewPlayer(fetchPreview, openSound)
  const seen: PreviewState[] = []
  player.state.subscribe(() => seen.push(player.state.get()))
  return {
    log,
    seen,
    player,
    answers,
    refusals,
    sound: () => sounds.at(-1),
    hold() {
      let release: () => void = () => undefined
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    until: (kind: PreviewState['kind']) => waitFor(kind, () => player.state.get().kind === kind),
  }
}

describe('a preview (specification section 4, Audio widget)', () => {
  it('is stopped, loading, playing, and stopped at its end', async () => {
    const { player, log, seen, until, sound } = createBench()
    player.toggle(ASKED)
    await until('playing')
    sound()?.ended()
    expect(seen.map(({ kind }) => kind)).toEqual(['loading', 'playing', 'stopped'])
    expect(player.state.get()).toEqual({ kind: 'stopped', problem: null })
    expect(log).toEqual(['fetch Hello. America/New_York', 'open 3 audio/mpeg', 'aborted', 'close'])
  })

  it('stops when it is pressed again, and when the form is left', async () => {
    const { player, log, until } = createBench()
    player.toggle(ASKED)
    await until('playing')
    player.toggle(ASKED)
    expect(player.state.get()).toEqual({ kind: 'stopped', problem: null })
    expect(log.at(-1)).toBe('close')
    player.toggle({ ...ASKED, words: 'Again.' })
    await until('playing')
    player.stop()
    expect(player.state.get().kind).toBe('stopped')
    expect(log.filter((line) => line === 'close')).toHaveLength(2)
    player.stop()
  })

  it('that is left while it loads is not played', async () => {
    const { player, log, hold } = createBench()
    const release = hold()
    player.toggle(ASKED)
    expect(player.state.get().kind).toBe('loading')
    player.toggle(ASKED)
    release()
    await Promise.resolve()
    expect(player.state.get().kind).toBe('stopped')
    expect(log).toEqual(['fetch Hello. America/New_York', 'aborted'])
  })

  it('stops when another is played', async () => {
    const one = createBench()
    const other = createBench()
    one.player.toggle(ASKED)
    await one.until('playing')
    other.player.toggle(ASKED)
    expect(one.player.state.get()).toEqual({ kind: 'stopped', problem: null })
    await other.until('playing')
    one.player.stop()
    expect(other.player.state.get().kind).toBe('playing')
    other.player.stop()
  })

  it('says why it came to nothing, and can be tried again', async () => {
    const { player, answers, refusals, until, sound } = createBench()
    const expectProblem = async (problem: string) => {
      await until('stopped')
      expect(player.state.get()).toEqual({ kind: 'stopped', problem })
    }
    answers.push({ kind: 'failed', message: 'The voice hung and was ended.' })
    player.toggle(ASKED)
    await expectProblem('The voice hung and was ended.')
    refusals.push(new Error('no decoder'))
    player.toggle(ASKED)
    await expectProblem('This browser can’t play it.')
    player.toggle(ASKED)
    await until('playing')
    sound()?.failed()
    await expectProblem('This browser can’t play it.')
  })

  it('that wants a tap is played by the next, without being fetched again', async () => {
    const { player, log, refusals, until } = createBench()
    refusals.push(new DOMException('no tap', 'NotAllowedError'))
    player.toggle(ASKED)
    await until('stopped')
    expect(player.state.get()).toEqual({
      kind: 'stopped',
      problem: 'The browser did not let it play. Press Play again.',
    })
    player.toggle(ASKED)
    await until('playing')
    player.stop()
    player.toggle({ ...ASKED, timeZone: 'America/Phoenix' })
    await until('playing')
    player.stop()
    expect(log.filter((line) => line.startsWith('fetch'))).toEqual([
      'fetch Hello. America/New_York',
      'fetch Hello. America/Phoenix',
    ])
  })
})
