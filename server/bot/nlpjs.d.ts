/** The parts of nlp.js that the classifier uses; the library comes without types. */
declare module '@nlpjs/core' {
  export interface Container {
    use(plugin: unknown): void
  }
  export function containerBootstrap(): Promise<Container>
}
declare module '@nlpjs/lang-en-min' {
  export const LangEn: unknown
}
declare module '@nlpjs/nlu' {
  export interface Classification {
    intent: string
    score: number
  }
  export class NluNeural {
    constructor(settings: { locale: string; container: unknown; log: false; useNoneFeature: boolean })
    train(corpus: { utterance: string; intent: string }[], settings: { log: false }): Promise<unknown>
    /** Made of the intents at the first classification where it is undefined. */
    intentsArr: string[] | undefined
    toJSON(): unknown
    fromJSON(json: unknown): void
    process(utterance: string): Promise<{ classifications: Classification[] }>
  }
}
