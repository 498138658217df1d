import { keepClassifier, readPublishedClassifier } from '../store/bot/bot-models.ts'
import type { Db } from '../store/store.ts'
import { readClassifier, type Classifier } from './classifier.ts'
import type { Trainer } from './train-in-thread.ts'

/** What the published model understands, in this process. */
export class Brain {
  readonly #db: Db
  readonly #train: Trainer
  readonly #stopped = new AbortController()
  #modelId: string | null = null
  #classifier: Promise<Classifier | null> = Promise.resolve(null)

  constructor(db: Db, train: Trainer) {
    this.#db = db
    this.#train = train
  }

  /** The intent that a text means to a model, which is read once; null where it means none. */
  async understand(text: string, modelId: string | null): Promise<string | null> {
    if (modelId !== this.#modelId) {
      this.#modelId = modelId
      const classifier = modelId === null ? Promise.resolve(null) : this.#read(modelId)
      this.#classifier = classifier
      classifier.catch(() => {
        // What could not be read is read again for the next who asks.
        if (this.#classifier === classifier) this.#modelId = null
      })
    }
    return (await (await this.#classifier)?.classify(text)) ?? null
  }

  /** One that was published before anything was learned from it, at the first start, is learned here and kept. */
  async #read(modelId: string): Promise<Classifier | null> {
    const model = await readPublishedClassifier(this.#db)
    if (!model) return null
    if (model.classifier) return readClassifier(model.classifier)
    const learned = await this.#train(model.sets, this.#stopped.signal)
    await keepClassifier(this.#db, modelId, learned)
    return readClassifier(learned)
  }

  /** Stops learning. */
  stop(): void {
    this.#stopped.abort()
  }
}
