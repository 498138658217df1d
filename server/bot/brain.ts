import { keepLearned, readLearned, readTrainingSets } from '../store/bot/bot-models.ts'
import type { TrainingSet } from '../store/bot/bot-tables.ts'
import { isSameSets } from '../store/bot/training-sets.ts'
import type { Db } from '../store/store.ts'
import { readClassifier, type Classifier } from './classifier.ts'
import type { Trainer } from './train-in-thread.ts'

/** What models understand, in this process: the published one, and one of the questions as somebody edits them. */
export class Brain {
  readonly #db: Db
  readonly #train: Trainer
  readonly #stopped = new AbortController()
  #modelId: string | null = null
  #classifier: Promise<Classifier | null> = Promise.resolve(null)
  #draft: { sets: readonly TrainingSet[]; classifier: Promise<Classifier> } | null = null

  constructor(db: Db, train: Trainer) {
    this.#db = db
    this.#train = train
  }

  /** Learns questions in a thread of their own. Rejects where they can't be learned, and when this stops. */
  get train(): Trainer {
    return this.#train
  }

  /** What the published model makes of texts, which is read once; null before the first. */
  async readPublished(modelId: string | null): Promise<Classifier | null> {
    if (modelId !== this.#modelId) {
      this.#modelId = modelId
      const classifier = modelId === null ? Promise.resolve(null) : this.#read(modelId)
      this.#classifier = classifier
      classifier.catch(() => {
        // What could not be read is read again for the next who asks.
        if (this.#classifier === classifier) this.#modelId = null
      })
    }
    return this.#classifier
  }

  /** The intent that a text means to a model; null where it means none. */
  async understand(text: string, modelId: string | null): Promise<string | null> {
    return (await this.readPublished(modelId))?.classify(text) ?? null
  }

  /**
   * What the questions as they are now would make of texts: as they were trained last where they are those, else learned
   * for this. Learning goes on where whoever asked does not wait for it, so that the next who asks has it.
   */
  async readDraft(): Promise<Classifier> {
    const sets = await readTrainingSets(this.#db)
    if (this.#draft === null || !isSameSets(this.#draft.sets, sets)) {
      const classifier = this.#learnDraft(sets)
      const draft = { sets, classifier }
      this.#draft = draft
      classifier.catch(() => {
        if (this.#draft === draft) this.#draft = null
      })
    }
    return this.#draft.classifier
  }

  /** Stops learning. */
  stop(): void {
    this.#stopped.abort()
  }

  async #learnDraft(sets: readonly TrainingSet[]): Promise<Classifier> {
    const trained = await readLearned(this.#db, 'trained')
    if (trained?.understanding && isSameSets(trained.sets, sets)) return readClassifier(trained.understanding)
    const { understanding } = await this.#train(sets, this.#stopped.signal, { isWaitedFor: true })
    return readClassifier(understanding)
  }

  /** One that was published before anything was learned from it, at the first start, is learned here and kept. */
  async #read(modelId: string): Promise<Classifier | null> {
    const model = await readLearned(this.#db, 'published')
    if (!model) return null
    if (model.understanding) return readClassifier(model.understanding)
    const learned = await this.#train(model.sets, this.#stopped.signal, { isWaitedFor: true })
    await keepLearned(this.#db, modelId, learned)
    return readClassifier(learned.understanding)
  }
}
