import * as v from 'valibot'
import { clearableSchema, flagSchema, secretSchema, wordsSchema } from '../../http/text-schemas.ts'

const MAX_TEXT_CHARS = 200
const MAX_SECRET_CHARS = 4_000

const fields = {
  category: v.picklist(['CRS', 'PMS', 'TICKET', 'CRM'], 'The category is none of CRS, PMS, TICKET and CRM.'),
  hostSystem: wordsSchema('The host system', MAX_TEXT_CHARS),
}
const more = {
  apiKey: secretSchema('The API key', MAX_SECRET_CHARS),
  userName: clearableSchema('The user name', MAX_TEXT_CHARS),
  password: secretSchema('The password', MAX_SECRET_CHARS),
  hostSystemIdentifier: clearableSchema('The host system identifier', MAX_TEXT_CHARS),
  isActive: v.optional(flagSchema('Whether it is active')),
}

/** `POST /api/admin/integration/`: category and host system are required (specification section 5). */
export const newIntegrationSchema = v.object({ ...fields, ...more })

/** `PUT …/{id}`: what is absent stays; an empty secret leaves it alone, null takes it away. */
export const integrationPatchSchema = v.object({ ...v.partial(v.object(fields)).entries, ...more })
