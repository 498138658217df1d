import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

/** Read with the types of the project: its text is another one here. */
const FILE = 'src/ui/avatar.tsx'
const eslint = new ESLint()

const MADE_UP = `
import type { ReactNode } from 'react'
import type { Elements } from '#src/lib/elements.ts'
declare const words: string, maybe: string | null, count: number, isOn: boolean, any: ReactNode, slot: Elements
declare function Icon(props: { children?: ReactNode }): null
`

async function lint(drawn: string): Promise<number> {
  const [result] = await eslint.lintText(`${MADE_UP}export const drawn = ${drawn}\n`, { filePath: FILE })
  if (!result) throw new Error('nothing was linted')
  expect(result.messages.filter(({ fatal }) => fatal)).toEqual([])
  return result.messages.filter(({ ruleId }) => ruleId === 'text-nodes/alone').length
}

describe('text that may change is alone in its element (decision 055)', () => {
  it.each([
    '<p>{words} and more</p>',
    '<p>{count} unsent</p>',
    '<p>{isOn && "Saved"}<b>x</b></p>',
    '<p>{maybe}{isOn && <b>x</b>}</p>',
    '<p>Save {isOn && <b>x</b>}</p>',
    '<p>Save <Icon /></p>',
    '<p><b>x</b>{any}</p>',
    '<p><b>x</b>{[words]}</p>',
    '<Icon>{words}: {words}</Icon>',
    '<>{words}</>',
    '<><b>x</b> beside</>',
  ])('%s is found', async (drawn) => {
    expect(await lint(drawn)).toBeGreaterThan(0)
  })

  it.each([
    '<p>{words}</p>',
    '<p>{maybe}</p>',
    '<p>{`${count} unsent`}</p>',
    '<p>{isOn ? words : <b>x</b>}</p>',
    '<p>Press <kbd>Enter</kbd> twice</p>',
    '<p><span>{words}</span> {isOn && <b>x</b>}</p>',
    '<p><b>x</b>{slot}</p>',
    '<Icon>{words}</Icon>',
  ])('%s is left alone', async (drawn) => {
    expect(await lint(drawn)).toBe(0)
  })

  it('finds a component that is nothing but text', async () => {
    const [result] = await eslint.lintText(`export function Count() {\n  return 'three'\n}\n`, {
      filePath: FILE,
    })
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['text-nodes/alone'])
  })
})
