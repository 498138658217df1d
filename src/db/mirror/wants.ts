import type { MirrorDatabase, Want, WantRow } from './database.ts'

function wantKey(want: Want): string {
  switch (want.kind) {
    case 'all-chats':
    case 'reference':
      return want.kind
    case 'message':
      return `message:${want.messageId}`
    case 'file':
      return `file:${want.url}`
    default:
      return `${want.kind}:${want.chatId}`
  }
}

/** Asks the engine for something; asking twice is asking once. Call it inside a write on wants. */
export async function putWant(mirror: MirrorDatabase, want: Want, now: number): Promise<void> {
  await mirror.wants.put({ key: wantKey(want), want, askedAt: now, problem: null })
}

export async function readWants(mirror: MirrorDatabase): Promise<WantRow[]> {
  return mirror.wants.toArray()
}

export async function readWant(mirror: MirrorDatabase, want: Want): Promise<WantRow | undefined> {
  return mirror.wants.get(wantKey(want))
}
