import { describe, expect, it } from 'vitest'
import {
  AUDIO_WORDS,
  describeAudio,
  isUnfinished,
  readShare,
  type KnownAudio,
} from '#src/features/intents/speech/describe-audio.ts'

describe('the audio of an intent in words (specification section 8)', () => {
  it.each([
    [3, 3, 'All', 'All strings are recorded.'],
    [3, 2, 'Some', 'Only some strings are recorded.'],
    [3, 0, 'None', 'Please save the intent to update audio files.'],
    [0, 0, '–', 'There is nothing to record.'],
  ])('of %i strings %i are recorded', (strings, recorded, short, sentence) => {
    expect(AUDIO_WORDS[readShare({ strings, recorded })]).toEqual({ short, sentence })
  })
})

const status = (text: string[], audio: (string | null)[], more: object = {}) => ({ text, audio, ...more })
const say = (known: Partial<KnownAudio>) =>
  describeAudio({ words: 'Hello.', isNew: false, status: undefined, isSaved: undefined, ...known })?.sentence

describe('what the editor says of it', () => {
  it.each<[string, Partial<KnownAudio>, string | undefined]>([
    ['nothing while nothing is known', {}, undefined],
    ['to save a new one', { isNew: true }, AUDIO_WORDS.none.sentence],
    ['nothing of a new one without words', { isNew: true, words: ' ✨ ' }, undefined],
    ['all', { status: status(['Hello.', 'Yes'], ['/a', '/b']), isSaved: true }, AUDIO_WORDS.all.sentence],
    [
      'all while it is not known yet whether what is typed is there',
      { words: 'Hello, you', status: status(['Hello.'], ['/a']) },
      AUDIO_WORDS.all.sentence,
    ],
    [
      'to save where what is typed is not there',
      { words: 'Hello, you', status: status(['Hello.'], ['/a']), isSaved: false },
      AUDIO_WORDS.none.sentence,
    ],
    [
      'to save where what is typed says the time, which is never asked for',
      { words: 'It is {time}', status: status(['Hello.'], ['/a']) },
      AUDIO_WORDS.none.sentence,
    ],
    [
      'all where what is saved says the time',
      { words: ' It is  {time}', status: status(['It is {time}'], ['/p']) },
      AUDIO_WORDS.all.sentence,
    ],
    [
      'some',
      { status: status(['Hello.', 'Yes'], ['/a', null]), isSaved: true },
      AUDIO_WORDS.partial.sentence,
    ],
    [
      'that it is being recorded',
      { status: status(['Hello.'], [null], { recording: true }), isSaved: false },
      'Recording…',
    ],
    [
      'none where nothing is recorded of what is saved',
      { status: status(['Hello.'], [null], { recording: false }), isSaved: false },
      AUDIO_WORDS.none.sentence,
    ],
    ['nothing to record', { words: '', status: status([], []) }, AUDIO_WORDS.nothing.sentence],
    [
      'that there is no voice, whatever else there is',
      { isNew: true, status: status(['Hello.'], [null], { problem: 'Not installed.' }), isSaved: false },
      'This environment has no voice.',
    ],
  ])('%s', (_, known, sentence) => {
    expect(say(known)).toBe(sentence)
  })

  it('says why there is no voice', () => {
    const mute = status(['Hello.'], [null], { problem: 'Not installed.' })
    expect(describeAudio({ words: '', isNew: false, status: mute, isSaved: undefined })?.reason).toBe(
      'Not installed.',
    )
  })
})

describe('a status that may change by itself', () => {
  it.each([
    [true, status(['a'], [null])],
    [true, status(['a'], [null], { recording: true })],
    [true, status(['a'], ['/a'], { recording: true })],
    [false, status(['a'], [null], { recording: false })],
    [false, status(['a'], ['/a'])],
    [false, status([], [])],
    [false, status(['a'], [null], { problem: 'Not installed.' })],
  ])('%s: %j', (isChanging, known) => {
    expect(isUnfinished(known)).toBe(isChanging)
  })
})
