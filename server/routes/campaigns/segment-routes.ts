import { Hono } from 'hono'
import { BUILT_IN_SEGMENTS, type SegmentFilter, type SegmentPreview } from '#src/contract/segments.ts'
import { ROLES } from '#src/domain/roles.ts'
import { findGuests } from '../../campaigns/find-segment.ts'
import { listChannels } from '../../campaigns/match-segment.ts'
import type { ServerContext } from '../../context.ts'
import { failConflict, failInvalid } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import type { SegmentRow } from '../../store/campaigns/campaign-tables.ts'
import {
  AUDITED_SEGMENTS,
  deleteSegment,
  insertSegment,
  isBuiltIn,
  lockSegment,
  readSegments,
  updateSegment,
} from '../../store/campaigns/segments.ts'
import { filterSchema, segmentSchema } from './schema.ts'

const SAMPLE = 10
const NO_PLACE =
  'This hotel has not said where it is, so that nobody can tell who is at home where. Its operator sets HOTEL_COUNTRY and HOTEL_STATE.'

/** Segments (CONTRACT section 6): read by marketing, written by admins. */
export function segmentRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { settings, store } = ctx
  const isPlain = settings.capabilities === 'none'
  const admin = requireStaff(ctx, ROLES.admin)
  const rows = serveConfigRows(ctx, {
    audited: AUDITED_SEGMENTS,
    noun: 'segment',
    lock: lockSegment,
    present: ({ id, filter }: SegmentRow) => ({ id, name: id, filter }),
  })
  const checkPlace = ({ location }: SegmentFilter) => {
    if (location !== 'all' && settings.hotelCountry === null) throw failInvalid(NO_PLACE)
  }
  const refuseBuiltIn = (id: string) => {
    if (isBuiltIn(id))
      throw failConflict(`'${id}' is one of every hotel's own segments, which stay as they are.`)
  }

  app.get('/api/segment', requireStaff(ctx, ROLES.marketing), async (c) => {
    const builtIn = BUILT_IN_SEGMENTS.map((id) => ({ id, name: id, undeletable: true }))
    return rows.list(c, await readSegments(store.db), builtIn)
  })
  app.post('/api/segment', admin, async (c) => {
    const { id, filter } = await readJson(c, segmentSchema)
    checkPlace(filter)
    return rows.create(c, ['add-segment', id, filter], ({ tx }) => insertSegment(tx, id, filter))
  })
  app.put('/api/segment/:id', admin, async (c) => {
    const content = await readJson(c, segmentSchema)
    const id = readParam(c, 'id')
    refuseBuiltIn(id)
    checkPlace(content.filter)
    return rows.update(c, { id, content }, ({ tx }, before) => updateSegment(tx, before, content))
  })
  app.delete('/api/segment/:id', admin, (c) => {
    const id = readParam(c, 'id')
    refuseBuiltIn(id)
    return rows.remove(c, { id }, ({ tx }) => deleteSegment(tx, id))
  })

  if (isPlain) return app
  app.post('/api/segment-preview', admin, async (c) => {
    const filter = await readJson(c, filterSchema)
    checkPlace(filter)
    const guests = await findGuests(store.patientDb, filter, settings, new Date())
    const preview: SegmentPreview = {
      guests: guests.length,
      sample: guests
        .slice(0, SAMPLE)
        .map((guest) => ({ guestId: guest.guestId, name: guest.name, channels: listChannels(guest) })),
    }
    return c.json(preview)
  })
  return app
}
