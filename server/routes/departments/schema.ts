import * as v from 'valibot'
import { wordsSchema } from '../../http/text-schemas.ts'

const MAX_NAME_CHARS = 100

/** `POST` and `PUT` of a department. Which is the house's own is not for the wire to say. */
export const departmentSchema = v.object({ name: wordsSchema('The name', MAX_NAME_CHARS) })
