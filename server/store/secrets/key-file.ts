import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { Log } from '../../log.ts'
import { KEY_BYTES } from './secret-box.ts'

const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** A start that can't go on with its key. The message is one line for a person, and has nothing of a key. */
export class SecretsKeyError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SecretsKeyError'
  }
}

/**
 * The keys of SECRETS_KEY_FILE, the one that encrypts first; null where there is no such file. A line is 32 bytes in base64;
 * what begins with `#` is a remark. Warns where others than its owner can read it.
 *
 * @throws SecretsKeyError where it holds anything else.
 */
export function readKeyFile(file: string, log: Log): Buffer[] | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null
    throw new SecretsKeyError(`SECRETS_KEY_FILE=${file} can't be read by this user.`)
  }
  const keys = text.split('\n').flatMap((line, index) => {
    const entry = line.trim()
    if (entry === '' || entry.startsWith('#')) return []
    const key = Buffer.from(entry, 'base64')
    if (key.length === KEY_BYTES && /^[\w+/-]{43}=?$/.test(entry)) return [key]
    throw new SecretsKeyError(
      `SECRETS_KEY_FILE=${file} is not usable: line ${index + 1} is not 32 bytes in base64.`,
    )
  })
  if (keys.length === 0) throw new SecretsKeyError(`SECRETS_KEY_FILE=${file} is not usable: it holds no key.`)
  // Windows keeps who may read elsewhere.
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0
  if (isOpen) log.warn('others can read the secrets key: chmod 600', { file })
  return keys
}

/**
 * Makes the file with a new key, lasting before anything is encrypted with it. Another process may do the same at the same
 * moment: the link appears whole or not at all, and the first one counts.
 */
export function makeKeyFile(file: string): void {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  const handle = openSync(draft, 'wx', OWNER_ONLY)
  try {
    writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    fsyncSync(handle)
    linkSync(draft, file)
    syncFolder(folder)
  } catch (error) {
    if (!(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')) throw error
  } finally {
    closeSync(handle)
    unlinkSync(draft)
  }
}

/** The name in its folder has to last too. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
