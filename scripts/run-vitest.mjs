import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Runs some of the tests; gives 0 where all held. `onOutput` gets what is printed instead of the terminal.
 *
 * @param {string[]} args what stands after `vitest run`
 * @param {NodeJS.ProcessEnv} env beside this process's own
 * @param {(text: string) => void} [onOutput]
 * @returns {Promise<number>}
 */
export function runVitest(args, env, onOutput) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: onOutput ? ['ignore', 'pipe', 'inherit'] : 'inherit',
  })
  child.stdout?.on('data', (data) => onOutput?.(data.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs a script's `main` with its arguments; what it gives is the exit code, and what it throws is said in its words.
 *
 * @param {(args: string[]) => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

/**
 * A whole number among a script's arguments.
 *
 * @param {string[]} args
 * @param {string} name such as `--seed`
 * @param {number} otherwise
 */
export function readNumber(args, name, otherwise) {
  const at = args.indexOf(name)
  if (at < 0) return otherwise
  const text = args[at + 1] ?? ''
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is '${text}', which is no whole number.`)
  return Number(text)
}
