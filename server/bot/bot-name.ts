/** How the bot introduces itself; a chat's `botName` (CONTRACT section 5). */
export const BOT_NAME = 'Bell'
