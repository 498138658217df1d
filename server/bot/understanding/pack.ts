import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as v from 'valibot'
import type { Model } from './model.ts'
import type { Weights } from './regression.ts'

const FORMAT = 2
/** A weight is a byte, of `scale` each: the model of a hotel with hundreds of intents stays at a few MB. */
const MOST = 127
const DECIMALS = 1_000

const weightsSchema = v.object({
  classes: v.number(),
  scale: v.number(),
  /** Base64. */
  weights: v.string(),
  biases: v.array(v.number()),
})
const keptSchema = v.object({
  format: v.literal(FORMAT),
  intentIds: v.array(v.string()),
  questions: v.array(v.tuple([v.string(), v.array(v.number())])),
  features: v.array(v.string()),
  rarity: v.array(v.number()),
  unknownRarity: v.number(),
  intents: v.nullable(weightsSchema),
  topic: v.nullable(weightsSchema),
})

/** A model as it is kept, gzipped. */
export function packModel(model: Model): Promise<Uint8Array> {
  const kept: v.InferOutput<typeof keptSchema> = {
    format: FORMAT,
    intentIds: [...model.intentIds],
    questions: [...model.questions].map(([key, labels]) => [key, [...labels]]),
    features: [...model.features],
    rarity: model.rarity.map((value) => Math.round(value * DECIMALS) / DECIMALS),
    unknownRarity: model.unknownRarity,
    intents: model.intents && packWeights(model.intents),
    topic: model.topic && packWeights(model.topic),
  }
  return promisify(gzip)(JSON.stringify(kept))
}

/** Throws where the bytes are not what `packModel` gave. */
export async function unpackModel(bytes: Uint8Array): Promise<Model> {
  const json = (await promisify(gunzip)(bytes)).toString('utf8')
  const { format: _format, ...kept } = v.parse(keptSchema, JSON.parse(json))
  const { questions, intents, topic, ...rest } = kept
  return {
    ...rest,
    questions: new Map(questions),
    intents: intents && unpackWeights(intents, rest.features.length),
    topic: topic && unpackWeights(topic, rest.features.length),
  }
}

function packWeights({ classes, weights, biases }: Weights): v.InferOutput<typeof weightsSchema> {
  let highest = 0
  for (const weight of weights) highest = Math.max(highest, Math.abs(weight))
  const scale = highest / MOST || 1
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale))
  return { classes, scale, weights: Buffer.from(bytes.buffer).toString('base64'), biases: [...biases] }
}

function unpackWeights(
  { classes, scale, weights, biases }: v.InferOutput<typeof weightsSchema>,
  features: number,
): Weights {
  const bytes = new Int8Array(Buffer.from(weights, 'base64'))
  if (bytes.length !== features * classes || biases.length !== classes) {
    throw new Error('the weights of a model are not those of its features')
  }
  return {
    classes,
    weights: Float32Array.from(bytes, (byte) => byte * scale),
    biases: Float32Array.from(biases),
  }
}
