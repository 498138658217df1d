import { randomUUID } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings-types.ts'
import type { Store } from '../store.ts'
import { makeKeyFile, readKeyFile, SecretsKeyError } from './key-file.ts'
import { isSealed, SecretBox } from './secret-box.ts'
import { CHECK_PLACE, CHECK_ROW, listSecrets, type StoredSecret } from './stored-secrets.ts'

/**
 * Opens what the database holds with the keys of SECRETS_KEY_FILE, making that file at the first start, and encrypts with its
 * first key whatever is not encrypted with that one yet. A copy of the database alone shows no secret then (decision 036).
 *
 * @throws SecretsKeyError where the file is missing or does not open what is there; then nothing was touched.
 */
export async function prepareSecrets(
  store: Store,
  { secretsKeyFile: file }: Pick<Settings, 'secretsKeyFile'>,
  log: Log,
): Promise<SecretBox> {
  const stored = await listSecrets(store.db)
  const box = new SecretBox(readKeyFile(file, log) ?? makeFirstKey(file, stored, log))
  requireOpening(box, file, stored)
  await store.db
    .insertInto('meta')
    .values({ key: CHECK_ROW, value: box.seal(randomUUID(), CHECK_PLACE) })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
  // Another process may have begun meanwhile, with a file of its own.
  const now = await listSecrets(store.db)
  requireOpening(box, file, now)
  await sealAnew(store, box, now)
  return box
}

function makeFirstKey(file: string, stored: readonly StoredSecret[], log: Log): Buffer[] {
  if (stored.some(({ value }) => isSealed(value))) {
    throw new SecretsKeyError(
      `SECRETS_KEY_FILE=${file} does not exist, but the database holds secrets that were encrypted with it: put it back.`,
    )
  }
  makeKeyFile(file)
  const keys = readKeyFile(file, log)
  if (!keys) throw new SecretsKeyError(`SECRETS_KEY_FILE=${file} could not be made.`)
  return keys
}

function requireOpening(box: SecretBox, file: string, stored: readonly StoredSecret[]): void {
  if (stored.every(({ value, place }) => !isSealed(value) || box.open(value, place) !== null)) return
  throw new SecretsKeyError(
    `SECRETS_KEY_FILE=${file} does not open the secrets in the database: they were encrypted with another key. ` +
      'Set it to the file that was used before, the same for every process.',
  )
}

async function sealAnew(store: Store, box: SecretBox, stored: readonly StoredSecret[]): Promise<void> {
  const due = stored.filter(({ value }) => !box.isCurrent(value))
  if (due.length === 0) return
  await store.transact(async (tx) => {
    for (const { place, value, replace } of due) {
      const secret = isSealed(value) ? box.open(value, place) : value
      if (secret !== null) await replace(tx, box.seal(secret, place))
    }
  })
}
