import { Hono } from 'hono'
import * as v from 'valibot'
import { listEntries, toCatalog } from '#src/domain/translations/catalog.ts'
import { nameLocale } from '#src/domain/translations/name-locale.ts'
import { ROLES } from '#src/domain/roles.ts'
import { ENGLISH } from '../../bot/strings/english.ts'
import { mergeStrings } from '../../bot/strings/read-strings.ts'
import { readShipped, type BotStrings, type StringKey } from '../../bot/strings/shipped.ts'
import type { ServerContext } from '../../context.ts'
import { failChanged } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { createConfigWriter, isCurrent, sendAnswer, writeEtag } from '../../http/config-rows.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { readSavedCatalog, writeStrings } from '../../store/bot/bot-strings.ts'
import { recordChange, type AuditedList } from '../../store/configuration/audit.ts'
import type { WriteScope } from '../../store/configuration/write-scope.ts'
import type { Db } from '../../store/store.ts'
import { readLocale, readPosted } from './read-catalog.ts'

/** The bot's texts in a language; the locale is the row's id. */
interface CatalogRow {
  id: string
  strings: BotStrings
}

const AUDITED_TRANSLATIONS: AuditedList<CatalogRow> = {
  name: 'translations',
  nameOf: ({ id }) => nameLocale(id),
  fieldsOf: ({ strings }) => ({ ...strings }),
}

/** What the bot itself says to guests, by language (specification section 7). */
export function translationRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const admin = requireStaff(ctx, ROLES.admin)
  const write = createConfigWriter(ctx)
  const isPlain = ctx.settings.capabilities === 'none'
  const readIfMatch = (c: AppContext) => (isPlain ? undefined : c.req.header('if-match'))

  app.get('/api/translations/:locale', admin, async (c) => {
    const locale = readLocale(readParam(c, 'locale'))
    if (!isPlain && c.req.query('shipped') === '1') return c.json(present(readShipped(locale)))
    const { strings, version } = await readCatalog(ctx.store.db, locale)
    return sendAnswer(c, answer(strings, version))
  })

  app.post('/api/translations/:locale', admin, async (c) => {
    const locale = readLocale(readParam(c, 'locale'))
    const texts = readPosted(await readJson(c, v.unknown()), readShipped(locale))
    const ifMatch = readIfMatch(c)
    return write(c, ['save-translations', locale, [...texts]], async (scope) => {
      const before = await readCatalog(scope.tx, locale)
      if (ifMatch !== undefined && !isCurrent(ifMatch, before.version)) {
        throw failChanged(present(before.strings))
      }
      const { strings, version } = await saveTexts(scope, { locale, before, texts })
      return answer(strings, version)
    })
  })

  /** Only what the environment announces goes beyond the specification. */
  const answer = (strings: BotStrings, version: number) => ({
    kind: 'json' as const,
    status: 200 as const,
    body: present(strings),
    ...(isPlain ? {} : { etag: writeEtag(version) }),
  })
  return app
}

interface StoredCatalog {
  strings: BotStrings
  version: number
}

async function readCatalog(db: Db, locale: string): Promise<StoredCatalog> {
  const { saved, version } = await readSavedCatalog(db, locale)
  return { strings: mergeStrings(readShipped(locale), saved), version }
}

/** Saves what is other than it was; what is as it was shipped is no longer kept. */
async function saveTexts(
  { tx, by }: WriteScope,
  { locale, before, texts }: { locale: string; before: StoredCatalog; texts: Map<StringKey, string> },
): Promise<StoredCatalog> {
  const shipped = readShipped(locale)
  const changed = [...texts].filter(([key, text]) => before.strings[key] !== text)
  if (changed.length === 0) return before
  const strings: BotStrings = { ...before.strings, ...Object.fromEntries(changed) }
  const version = await writeStrings(
    tx,
    locale,
    changed.map(([key, text]) => ({ key, text: text === shipped[key] ? null : text })),
  )
  await recordChange(tx, by, AUDITED_TRANSLATIONS, {
    before: { id: locale, strings: before.strings },
    after: { id: locale, strings },
  })
  return { strings, version }
}

/** In the order of the shipped ones, however they were saved. */
function present(strings: BotStrings) {
  const keys = listEntries(ENGLISH).map(([key]) => key)
  const texts = new Map(Object.entries(strings))
  return toCatalog(keys.map((key) => [key, texts.get(key) ?? '']))
}
