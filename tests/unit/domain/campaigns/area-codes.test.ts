import { describe, expect, it } from 'vitest'
import { readAreaCodes, writeAreaCodes } from '#src/domain/campaigns/area-codes.ts'

describe('area codes (specification section 9)', () => {
  it.each([
    ['', []],
    [' , ,', []],
    ['702', ['702']],
    ['702, 415', ['702', '415']],
    ['(702) , 4-15;030\n 0161', ['702', '415', '030', '0161']],
    ['702,702, 7 02', ['702']],
  ])('%j are %j', (text, codes) => {
    expect(readAreaCodes(text)).toEqual({ codes })
  })

  it.each([
    ['702, Vegas', '“Vegas” is no area code'],
    ['7o2', '“7o2” is no area code'],
    ['--', '“--” is no area code'],
    ['٧٠٢', '“٧٠٢” is no area code'],
    ['702, +34', '“+34” is the code of a country'],
    ['0034', '“0034” is the code of a country'],
    ['00 34', '“00 34” is the code of a country'],
    ['7025094433', '“7025094433” is too long for an area code'],
  ])('%j is refused by its words', (text, words) => {
    const read = readAreaCodes(text)
    expect('problem' in read && read.problem).toContain(words)
  })

  it('come back as they are written', () => {
    expect(readAreaCodes(writeAreaCodes(['702', '030']))).toEqual({ codes: ['702', '030'] })
  })
})
