/** How the bot introduces itself; a chat's `botName` (CONTRACT section 5). */
export const BOT_NAME = 'Bell'
/** The bot where people are named: who wrote a ticket, whose the audit's entry is. */
export const BOT = { id: 'bot', name: BOT_NAME }
