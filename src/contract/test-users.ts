import * as v from 'valibot'
import { configRowFields, type ConfigRow } from './config-rows.ts'
import { rowSchema, rowsSchema, type LenientFields } from './lenient.ts'

/** A chat that staff try the bot with; the id is the chat's (CONTRACT section 6). */
export interface TestUser extends ConfigRow {
  displayName: string
}

const testUserFields: LenientFields<Omit<TestUser, 'unreadable'>> = {
  ...configRowFields,
  displayName: { schema: v.string(), otherwise: '' },
}
export const testUsersSchema = rowsSchema(testUserFields)
export const testUserSchema = rowSchema(testUserFields)
