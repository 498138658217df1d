import * as v from 'valibot'

const pageSchema = v.looseObject({ messages: v.array(v.looseObject({ text: v.string() })) })

/** A page of `/api/sync` in which the messages that match have these attachments. */
export function addAttachments(
  body: string,
  matches: (message: { text: string }) => boolean,
  added: object[],
): string {
  const page = v.parse(pageSchema, JSON.parse(body))
  const messages = page.messages.map((message) =>
    matches(message) ? { ...message, attachments: added } : message,
  )
  return JSON.stringify({ ...page, messages })
}
