/** The parts of nlp.js that are used: English stems. The library comes without types. */
declare module '@nlpjs/lang-en-min' {
  /** The whole, as nlp.js itself uses it. */
  export const LangEn: unknown
  export class StemmerEn {
    stem(words: string[]): string[]
  }
}
