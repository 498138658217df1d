import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import { BOT } from '../../bot/bot-name.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent, type Answer } from '../../http/idempotency.ts'
import { readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { lockConfiguration, recordExport } from '../../store/configuration/audit.ts'
import type { WriteScope } from '../../store/configuration/write-scope.ts'
import { setGuestBlocked } from '../../store/guests/block-guest.ts'
import { deleteGuest } from '../../store/guests/delete-guest.ts'
import { writeGuestExport } from '../../store/guests/export-guest.ts'
import { AUDITED_GUESTS, auditGuest, readGuestChats } from '../../store/guests/find-guest.ts'

/** What staff may do about a guest, the group `guests` (CONTRACT section 6): each leaves an entry in the audit. */
export function guestDataRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  const operator = requireStaff(ctx, ROLES.operator)
  const admin = requireStaff(ctx, ROLES.admin)

  const write = async (
    c: AppContext,
    action: string,
    answer: Answer,
    effect: (scope: WriteScope, guestId: string) => Promise<void>,
  ) => {
    const { user, tokenHash: sessionHash } = c.get('staff')
    const guestId = readParam(c, 'guestId')
    const call = {
      owner: `staff:${user.id}`,
      key: readIdempotencyKey(c, ctx),
      content: [action, 'guests', guestId],
    }
    await runIdempotent(ctx, call, async (tx) => {
      await lockConfiguration(tx)
      const by = { id: user.id, name: user.name }
      const scope: WriteScope = { tx, by, sessionHash, changes: [] }
      await effect(scope, guestId)
      return { answer, changes: scope.changes }
    })
    return answer.kind === 'json' ? c.json(answer.body, answer.status) : c.body(null, 204)
  }

  for (const [action, isBlocked] of [
    ['block', true],
    ['unblock', false],
  ] as const) {
    app.post(`/api/guests/:guestId/${action}`, operator, (c) => {
      const body = { id: readParam(c, 'guestId'), blocked: isBlocked }
      return write(c, action, { kind: 'json', status: 200, body }, (scope, guestId) =>
        setGuestBlocked(scope, guestId, isBlocked),
      )
    })
  }

  app.delete('/api/guests/:guestId', admin, (c) =>
    write(c, 'delete', { kind: 'empty' }, (scope, guestId) => deleteGuest(scope, guestId, BOT.id)),
  )

  app.get('/api/guests/:guestId/export', admin, async (c) => {
    const { user } = c.get('staff')
    const guestId = readParam(c, 'guestId')
    await ctx.store.transact(async (tx) => {
      await lockConfiguration(tx)
      const chats = await readGuestChats(tx, guestId)
      const isBlocked = chats.some(({ guestBlocked }) => guestBlocked)
      const by = { id: user.id, name: user.name }
      await recordExport(tx, by, AUDITED_GUESTS, auditGuest(guestId, chats, isBlocked))
    })
    const pieces = writeGuestExport(ctx.store.db, guestId, (file) => ctx.attachments.read(file))
    return c.body(streamText(pieces), 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="guest-${guestId.replace(/[^\w-]/g, '_')}.json"`,
      'X-Content-Type-Options': 'nosniff',
    })
  })
  return app
}

/** Asked for piece by piece, so that who reads slowly fills no memory here. */
function streamText(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
