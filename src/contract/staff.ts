import * as v from 'valibot'
import { idSchema, rowsSchema, type LenientFields, type Marked } from './lenient.ts'

/** A colleague as `GET /api/staff` names them (CONTRACT section 2, staff). */
export interface StaffMember extends Marked {
  id: string
  name: string
  /** Null where it could not be read. */
  role: 0 | 1 | 2 | 3 | 4 | null
  online: boolean
}

const staffFields: LenientFields<Omit<StaffMember, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  name: { schema: v.string(), otherwise: '' },
  role: { schema: v.picklist([0, 1, 2, 3, 4]), otherwise: null },
  online: { schema: v.optional(v.boolean(), false), otherwise: false },
}
export const staffSchema = rowsSchema(staffFields)
