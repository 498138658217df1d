import * as v from 'valibot'
import { fetchDialogs, intentCalls } from '#src/api/intents.ts'
import { fetchBotVersions } from '#src/api/bot-versions.ts'
import { fetchBotStatus, fetchTraining } from '#src/api/training.ts'
import { botVersionsSchema, type BotVersions } from '#src/contract/bot-versions.ts'
import {
  botStatusSchema,
  dialogsSchema,
  intentsSchema,
  type BotStatus,
  type Dialog,
  trainingSchema,
  type Intent,
  type Training,
} from '#src/contract/intents.ts'
import type { ListPlan } from '../list-writes.ts'

const NAME = 'intents'

/** The intents, each deleted by itself; their other writes are steps of their own. */
export const INTENTS: ListPlan<Intent, object> = { name: NAME, schema: intentsSchema, ...intentCalls }

/** Where an intent may lead on to: the bot's own dialogs and every intent. */
export const DIALOGS: ListPlan<Dialog, object> = {
  name: 'dialogs-list',
  hint: NAME,
  schema: dialogsSchema,
  list: fetchDialogs,
}

/** The bot's app: a list of one row, so that it is kept for the time without a line as lists are. */
export const BOT_STATUS: ListPlan<BotStatus & { id: string }, object> = {
  name: 'bot-status',
  hint: NAME,
  schema: v.array(v.object({ id: v.string(), ...botStatusSchema.entries })),
  list: async (session, signal) => [{ id: 'bot', ...(await fetchBotStatus(session, signal)) }],
}

/** How far the training of each intent is, and what it noticed. */
export const TRAINING: ListPlan<Training[number] & { id: string }, object> = {
  name: 'bot-training',
  hint: NAME,
  schema: v.array(v.object({ id: v.string(), ...trainingSchema.item.entries })),
  list: async (session, signal) =>
    (await fetchTraining(session, signal)).map((row) => ({ id: row.intentId, ...row })),
}

/** The version that answers and the one before it, as a list of one; only where the environment announced them. */
export const BOT_VERSIONS: ListPlan<BotVersions & { id: string }, object> = {
  name: 'bot-versions',
  hint: NAME,
  schema: v.array(v.object({ id: v.string(), ...botVersionsSchema.entries })),
  list: async (session, signal) => [{ id: 'bot', ...(await fetchBotVersions(session, signal)) }],
}
