/** The parts of eSpeak NG that a voice uses; the package comes without types. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface ESpeak {
    /** Samples a second. */
    get_samplerate(): number
    /** 0 where there is such a voice. */
    set_voice(name: string, language: string, gender: number, age: number, variant: number): number
    /** Tells each part of the speech as it is made; another answer than false ends it. */
    synthesize(words: string, onSamples: (samples: Int16Array | null) => boolean): void
  }
  function load(): Promise<{ eSpeakNGWorker: new () => ESpeak }>
  export = load
}
