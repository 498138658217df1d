import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { GuestSession } from '../auth/guest-sessions.ts'
import type { StaffSession } from '../auth/sessions.ts'

/** What middlewares put on a request: `requireStaff` the staff session, `requireStaffOrGuest` one of both. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: { staff: StaffSession; guest: GuestSession | null }
}
export type AppContext = Context<AppEnv>
export type App = Hono<AppEnv>
