import { fetchStaff } from '#src/api/staff.ts'
import { staffSchema, type StaffMember } from '#src/contract/staff.ts'
import type { ListPlan } from '../list-writes.ts'

/** The colleagues; only where the environment announced `staff`. */
export const STAFF: ListPlan<StaffMember, object> = { name: 'staff', schema: staffSchema, list: fetchStaff }
