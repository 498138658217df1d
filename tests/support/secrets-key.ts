import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** One file for the servers of all tests, so that any of them can start on a database that another one has left. */
export const TEST_SECRETS_KEY_FILE = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../.cache/test-secrets.key',
)
