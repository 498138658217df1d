import * as v from 'valibot'
import { authAnswerSchema, type SignedInUser } from '#src/contract/auth.ts'
import {
  chatListSchema,
  chatSchema,
  messageListSchema,
  messageSchema,
  writeNewlines,
  type Chat,
  type Message,
} from '#src/contract/chats.ts'
import { callJson } from './http-json.ts'

/** What the demonstration hotel's people sign in with (CONTRACT section 9). */
export const DEMO_PASSWORD = 'bellhop-demo'

/** A member of staff who speaks REST with what the specification has and nothing else. */
export interface Staff {
  user: SignedInUser
  token: string
  readChats(): Promise<Chat[]>
  readChat(chatId: string): Promise<Chat>
  readMessages(chatId: string): Promise<Message[]>
  takeOver(chatId: string): Promise<void>
  returnToBot(chatId: string): Promise<void>
  resolve(chatId: string): Promise<void>
  send(chatId: string, text: string): Promise<void>
  /** Ends this session on the environment. */
  signOut(): Promise<void>
}

export async function signInStaff(url: string, username: string, password = DEMO_PASSWORD): Promise<Staff> {
  const query = new URLSearchParams({ username, password, token: '' })
  const { user, token } = await callJson(authAnswerSchema, `${url}/api/auth?${query.toString()}`)
  const call = <S extends v.GenericSchema>(
    schema: S,
    path: string,
    init: { method?: string; json?: unknown } = {},
  ) => callJson(schema, url + path, { token, ...init })
  const act = async (path: string) => void (await call(v.unknown(), path))
  return {
    user,
    token,
    readChats: () => call(chatListSchema, '/api/info/chats'),
    readChat: (chatId) => call(chatSchema, `/api/info/chats/${chatId}`),
    readMessages: (chatId) => call(messageListSchema(chatId), `/api/info/chats/${chatId}/messages`),
    takeOver: (chatId) => act(`/api/takeover/pause/${chatId}`),
    returnToBot: (chatId) => act(`/api/takeover/play/${chatId}`),
    resolve: (chatId) => act(`/api/takeover/resolve/${chatId}`),
    async send(chatId, text) {
      const json = { text: writeNewlines(text) }
      await call(v.union([messageSchema, v.looseObject({})]), `/api/takeover/send/${chatId}`, {
        method: 'POST',
        json,
      })
    },
    async signOut() {
      await call(v.unknown(), '/api/auth', { method: 'DELETE' })
    },
  }
}
