import * as v from 'valibot'
import { idSchema } from './lenient.ts'

/** A colleague as `GET /api/staff` names them (CONTRACT section 2, staff). */
const staffMemberSchema = v.object({
  id: idSchema,
  name: v.string(),
  role: v.picklist([0, 1, 2, 3, 4]),
  online: v.optional(v.boolean(), false),
})
export type StaffMember = v.InferOutput<typeof staffMemberSchema>
export const staffSchema = v.array(staffMemberSchema)
