import { Hono } from 'hono'
import { readFacebookPage } from '../../channels/channel-service.ts'
import {
  isFacebookSigned,
  isSameSecret,
  isStale,
  readFacebookEvents,
  takeFacebookEvent,
} from '../../channels/facebook-webhook.ts'
import { FILES_PATH, readFileLink } from '../../channels/file-links.ts'
import { TWILIO_WEBHOOK } from '../../channels/sms-channel.ts'
import { isTwilioSigned, readTwilioHook, takeTwilioForm } from '../../channels/twilio-webhook.ts'
import type { ServerContext } from '../../context.ts'
import { ApiError, failBadRequest, failForbidden, failNotFound } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readLimitedBody, readParam } from '../../http/read-request.ts'
import { findAttachment } from '../../store/chats/attachment-rows.ts'

const FACEBOOK_WEBHOOK = '/api/channels/facebook'
/** Far more than a provider sends. */
const BODY_MAX_BYTES = 1024 * 1024
/** TwiML for 'nothing to be said'. */
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** The providers' webhooks: no token, a signature instead (CONTRACT section 8), and the files that they fetch. */
export function channelRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()

  app.post(TWILIO_WEBHOOK, async (c) => {
    const hook = readTwilioHook(ctx)
    if (!hook) throw failUnset('Twilio', 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM and PUBLIC_URL')
    const form = new URLSearchParams(new TextDecoder().decode(await readLimitedBody(c, BODY_MAX_BYTES)))
    const signature = c.req.header('x-twilio-signature') ?? ''
    // As it came: what was signed is the address in its own spelling.
    const path = c.env.incoming.url ?? TWILIO_WEBHOOK
    if (!isTwilioSigned(hook, signature, path, form)) throw failUnsigned(ctx, 'Twilio')
    if (!(await takeTwilioForm(ctx, hook, form, c.req.query('message') || null))) {
      throw failBadRequest('The form is neither a message nor the status of one.')
    }
    return c.body(NO_ANSWER, 200, { 'Content-Type': 'text/xml; charset=utf-8' })
  })

  app.get(FACEBOOK_WEBHOOK, (c) => {
    const { facebookVerifyToken: expected } = ctx.settings
    if (expected === null) throw failUnset('Facebook', 'FACEBOOK_VERIFY_TOKEN')
    const isOurs =
      c.req.query('hub.mode') === 'subscribe' && isSameSecret(c.req.query('hub.verify_token') ?? '', expected)
    if (!isOurs) throw failForbidden('The verify token is another than FACEBOOK_VERIFY_TOKEN.')
    const headers = { 'X-Content-Type-Options': 'nosniff' }
    return c.text(c.req.query('hub.challenge') ?? '', 200, headers)
  })

  app.post(FACEBOOK_WEBHOOK, async (c) => {
    const page = readFacebookPage(ctx.settings)
    if (!page) throw failUnset('Facebook', 'FACEBOOK_PAGE_TOKEN and FACEBOOK_APP_SECRET')
    const body = await readLimitedBody(c, BODY_MAX_BYTES)
    const signature = c.req.header('x-hub-signature-256') ?? ''
    if (!isFacebookSigned(page.appSecret, signature, body)) throw failUnsigned(ctx, 'Facebook')
    const events = readFacebookEvents(parseJson(body))
    if (events === null) throw failBadRequest('The body is no list of events.')
    const fresh = events.filter((event) => !isStale(event, Date.now()))
    if (fresh.length === 0 && events.length > 0) throw failBadRequest('All of this is older than a day.')
    for (const event of fresh) await takeFacebookEvent(ctx, event)
    return c.text('EVENT_RECEIVED')
  })

  app.get(`${FILES_PATH}/:link`, async (c) => {
    const id = readFileLink(ctx.secrets, readParam(c, 'link'), new Date())
    const attachment = id === null ? undefined : await findAttachment(ctx.store.db, id)
    const bytes = attachment && (await ctx.attachments.open(attachment, { start: 0, end: attachment.size }))
    if (!bytes) throw failNotFound('This file')
    return c.body(bytes, 200, {
      'Content-Type': attachment.contentType,
      'Content-Length': String(attachment.size),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
  })
  return app
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw failBadRequest('The body is not JSON.')
  }
}

function failUnset(provider: string, names: string): ApiError {
  return new ApiError(409, 'channel_unavailable', `${provider} is not set up here: it needs ${names}.`)
}

/** An operator whose secret is another than the provider's finds the reason in the log. */
function failUnsigned({ log }: ServerContext, provider: string): ApiError {
  log.warn('webhook refused: its signature is wrong', { provider })
  return failForbidden('The signature does not belong to this request.')
}
