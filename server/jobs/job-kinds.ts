/** Written with every guest message; payload `{ chatId, messageId }`. The bot registers for it (E4, E6). */
export const BOT_ANSWER_JOB = 'bot.answer'
