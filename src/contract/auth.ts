import * as v from 'valibot'
import { idSchema } from './lenient.ts'

const ROLE_NUMBERS = [0, 1, 2, 3, 4] as const
const roleSchema = v.picklist(ROLE_NUMBERS)

const wireUserSchema = v.looseObject({
  id: idSchema,
  username: v.string(),
  name: v.optional(v.nullable(v.string())),
  role: roleSchema,
  fbid: v.optional(v.nullable(v.string())),
  token: v.optional(v.string()),
  accessToken: v.optional(v.string()),
  createdAt: v.optional(v.nullable(v.string())),
  updatedAt: v.optional(v.nullable(v.string())),
  lastLogin: v.optional(v.nullable(v.string())),
  serverBotType: v.optional(v.nullable(v.string())),
})

/** The signed-in user without the token, which is kept apart (CONTRACT section 3). */
export interface SignedInUser {
  id: string
  username: string
  name: string
  role: (typeof ROLE_NUMBERS)[number]
  fbid: string | null
  createdAt: string | null
  updatedAt: string | null
  lastLogin: string | null
  serverBotType: string | null
}

/** The answer of a sign-in: `accessToken` is read where `token` is absent; neither is no answer. */
export const authAnswerSchema = v.pipe(
  wireUserSchema,
  v.check((user) => Boolean(user.token || user.accessToken), 'no token'),
  v.transform((user): { user: SignedInUser; token: string } => ({
    user: {
      id: user.id,
      username: user.username,
      name: user.name ?? user.username,
      role: user.role,
      fbid: user.fbid ?? null,
      createdAt: user.createdAt ?? null,
      updatedAt: user.updatedAt ?? null,
      lastLogin: user.lastLogin ?? null,
      serverBotType: user.serverBotType ?? null,
    },
    token: user.token || user.accessToken || '',
  })),
)

/** What `POST /api/auth` takes and `GET /api/auth` takes as query. */
export const authRequestSchema = v.object({
  username: v.pipe(v.string(), v.maxLength(200)),
  password: v.optional(v.pipe(v.string(), v.maxLength(1_000)), ''),
  token: v.optional(v.pipe(v.string(), v.maxLength(4_000)), ''),
})
