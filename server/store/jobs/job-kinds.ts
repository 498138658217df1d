/** Written with every guest message; payload `{ chatId, messageId }`. The bot registers for it (E4, E6). */
export const BOT_ANSWER_JOB = 'bot.answer'
/** Written when somebody asks for a training; without payload. */
export const TRAIN_JOB = 'bot.train'
/** Written while a campaign runs; payload `{ runId }`. */
export const CAMPAIGN_JOB = 'campaign.write'
/** Written when what an intent says may have no audio yet; payload `{ intentId }`. */
export const SPEECH_JOB = 'speech.record'
/** Written with every guest message in a chat that somebody holds, due when they have had time to answer; `{ chatId, messageId }`. */
export const HELD_QUESTION_JOB = 'chat.held-question'
