import { Hono } from 'hono'
import { isIntegrationCategory } from '#src/contract/integrations.ts'
import { ROLES } from '#src/domain/roles.ts'
import { digestSecret } from '../../auth/passwords.ts'
import type { ServerContext } from '../../context.ts'
import { failNotFound } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readClient } from '../../http/client-address.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readIdempotencyKey } from '../../http/idempotency.ts'
import { mergePatch } from '../../http/merge-patch.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import type { IntegrationRow } from '../../store/configuration/configuration-tables.ts'
import {
  AUDITED_INTEGRATIONS,
  deleteIntegration,
  insertIntegration,
  lockIntegration,
  readIntegrations,
  sealSecrets,
  updateIntegration,
} from '../../store/configuration/integrations.ts'
import { integrationPatchSchema, newIntegrationSchema } from './schema.ts'

interface Secrets {
  apiKey?: string | null | undefined
  password?: string | null | undefined
}

/** Host systems of the hotel (CONTRACT section 6). Their secrets go in and never out. */
export function integrationRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const admin = requireStaff(ctx, ROLES.admin)
  const rows = serveConfigRows(ctx, {
    audited: AUDITED_INTEGRATIONS,
    noun: 'integration',
    lock: lockIntegration,
    present: ctx.settings.capabilities === 'none' ? presentPlain : presentIntegration,
  })

  // Repeats are compared by a fingerprint that is quickly made: of a secret it holds nothing that could be guessed at.
  const hideSecrets = async <Content extends Secrets>(
    c: AppContext,
    { apiKey, password, ...content }: Content,
  ) => {
    const [key, client] = [readIdempotencyKey(c, ctx), readClient(c, ctx.settings)]
    return {
      ...content,
      apiKey: await digestSecret(apiKey, key, client),
      password: await digestSecret(password, key, client),
    }
  }

  app.get('/api/admin/integration', admin, async (c) => rows.list(c, await readIntegrations(db, null)))
  app.get('/api/admin/integrationByCategory/:category', requireStaff(ctx, ROLES.operator), async (c) => {
    const category = readParam(c, 'category')
    if (!isIntegrationCategory(category)) throw failNotFound(`A category '${category}'`)
    return rows.list(c, await readIntegrations(db, category))
  })
  app.post('/api/admin/integration', admin, async (c) => {
    const content = await readJson(c, newIntegrationSchema)
    return rows.create(c, ['add-integration', await hideSecrets(c, content)], ({ tx }) =>
      insertIntegration(tx, ctx.secrets, {
        category: content.category,
        hostSystem: content.hostSystem,
        apiKey: content.apiKey ?? null,
        userName: content.userName ?? '',
        password: content.password ?? null,
        hostSystemIdentifier: content.hostSystemIdentifier ?? '',
        isActive: content.isActive ?? false,
      }),
    )
  })
  app.put('/api/admin/integration/:id', admin, async (c) => {
    const content = await readJson(c, integrationPatchSchema)
    const { userName, hostSystemIdentifier, ...fields } = content
    const patch = {
      ...fields,
      userName: userName === null ? '' : userName,
      hostSystemIdentifier: hostSystemIdentifier === null ? '' : hostSystemIdentifier,
    }
    const call = { id: readParam(c, 'id'), content: await hideSecrets(c, content) }
    return rows.update(c, call, ({ tx }, before) =>
      updateIntegration(
        tx,
        before.id,
        mergePatch(before, { ...patch, ...sealSecrets(ctx.secrets, before, patch) }),
      ),
    )
  })
  app.delete('/api/admin/integration/:id', admin, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx }, before) => deleteIntegration(tx, before.id)),
  )
  return app
}

/** An integration of the specification alone (its section 3). */
function presentPlain(row: IntegrationRow) {
  const { id, category, hostSystem, userName, hostSystemIdentifier, isActive } = row
  return { id, category, hostSystem, apiKey: '', userName, password: '', hostSystemIdentifier, isActive }
}

function presentIntegration(row: IntegrationRow) {
  return { ...presentPlain(row), hasApiKey: row.apiKey !== null, hasPassword: row.password !== null }
}
