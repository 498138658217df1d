import * as v from 'valibot'

/** `POST /api/takeover/send/{chatId}`. */
export const sendSchema = v.object({ text: v.string() })
