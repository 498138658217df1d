/** The parts of nlp.js that its own pipeline is measured with; the library comes without types. */
declare module '@nlpjs/core' {
  export interface Container {
    use(plugin: unknown): void
  }
  export function containerBootstrap(): Promise<Container>
}
declare module '@nlpjs/nlp' {
  export class Nlp {
    constructor(settings: {
      container: unknown
      languages: string[]
      autoSave: false
      autoLoad: false
      nlu: { log: false }
    })
    addDocument(locale: string, utterance: string, intent: string): void
    train(): Promise<unknown>
    process(
      locale: string,
      utterance: string,
    ): Promise<{ intent: string; classifications: { intent: string; score: number }[] }>
  }
}
