import { deleteOutbox, readRescue } from '#src/db/outbox/rescue.ts'

/**
 * What can still be read of an unreadable outbox, as a JSON file (D6). Bytes of attachments are in it as base64.
 * Where nothing can be read, the file says so.
 */
export async function exportOutbox(origin: string, userId: string): Promise<Blob> {
  const content = await readRescue(origin, userId).catch((error: unknown) => ({ problem: String(error) }))
  return new Blob([JSON.stringify(content, writeBytes, 2)], { type: 'application/json' })
}

/** Starts with an empty outbox. Only on the user's word: it holds the only copy of their work (D1). */
export function replaceOutbox(origin: string, userId: string): Promise<void> {
  return deleteOutbox(origin, userId)
}

function writeBytes(_key: string, value: unknown): unknown {
  if (!(value instanceof ArrayBuffer)) return value
  let text = ''
  for (const byte of new Uint8Array(value)) text += String.fromCharCode(byte)
  return btoa(text)
}
