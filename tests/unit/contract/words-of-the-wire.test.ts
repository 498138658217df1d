import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { capabilitiesSchema } from '#src/contract/capabilities-answer.ts'
import { NO_CAPABILITIES } from '#src/contract/capabilities.ts'
import { readNewlines, writeNewlines } from '#src/contract/chats.ts'
import { environmentsSchema } from '#src/contract/environments.ts'
import { sniffUploadType } from '#src/contract/limits.ts'

describe('newlines (CONTRACT section 5, send)', () => {
  it('every spelling comes in as one newline', () => {
    expect(readNewlines('a<br/>b<br>c<BR />d\r\ne\rf\ng')).toBe('a\nb\nc\nd\ne\nf\ng')
  })

  it('what was written is read back, line by line', () => {
    const line = fc.string().filter((text) => !/[\r\n]|<br\s*\/?>/i.test(text))
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (lines, newline) => {
        const wire = writeNewlines(lines.join(newline))
        expect(wire).not.toMatch(/[\r\n]/)
        expect(readNewlines(wire)).toBe(lines.join('\n'))
      }),
    )
  })
})

describe('capabilities (CONTRACT section 2)', () => {
  it('what is not named is not offered', () => {
    expect(v.parse(capabilitiesSchema, {})).toEqual(NO_CAPABILITIES)
    expect(v.parse(capabilitiesSchema, { sync: true, future: true })).toEqual({
      ...NO_CAPABILITIES,
      sync: true,
    })
  })

  it.each(['<html>', null, [], { sync: 'yes' }, { push: true }, { push: {} }])(
    '%j is no answer',
    (answer) => {
      expect(v.is(capabilitiesSchema, answer)).toBe(false)
    },
  )
})

describe('types of files by content, not by name (CONTRACT section 5)', () => {
  it.each([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'image/png'],
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a], null],
    [[0x47, 0x49, 0x46, 0x38, 0x39, 0x61], 'image/gif'],
    [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    [[0xff, 0xd8], null],
    [[0x25, 0x50, 0x44, 0x46, 0x2d, 0x31], 'application/pdf'],
    [[0x3c, 0x73, 0x76, 0x67], null],
    [[0x4d, 0x5a, 0x90], null],
    [[], null],
  ])('%j', (bytes, type) => {
    expect(sniffUploadType(Uint8Array.from(bytes))).toBe(type)
  })

  it.each([
    ['a byte order mark', '\u{feff}%PDF-1.4', 'application/pdf'],
    ['a blank line', '\r\n%PDF-1.7', 'application/pdf'],
    ['a mail’s header', 'Content-Type: application/pdf\r\n\r\n%PDF-1.7', 'application/pdf'],
    ['1,024 bytes', `${' '.repeat(1_024)}%PDF-1.7`, 'application/pdf'],
    ['1,025 bytes', `${' '.repeat(1_025)}%PDF-1.7`, null],
    ['half a header', `${' '.repeat(1_022)}%PDF`, null],
    ['a program', 'MZ..%PDF-1.7', null],
    ['a program of another system', '\x7fELF%PDF-1.7', null],
    ['a script', '#!/bin/sh\n%PDF-1.7', null],
    ['an archive', 'PK\x03\x04%PDF-1.7', null],
    ['a page', '\u{feff} <!doctype html>%PDF-1.7', null],
    ['nothing of a header', 'Content-Type: application/pdf', null],
  ])('a PDF behind %s', (_, text, type) => {
    expect(sniffUploadType(new TextEncoder().encode(text))).toBe(type)
  })
})

describe('environments (CONTRACT section 7)', () => {
  it.each([[[]], [{}], ['<html>'], [[{ key: 'p', label: 'P', value: 'moon' }]]])(
    '%j is no list of them',
    (json) => {
      expect(v.is(environmentsSchema, json)).toBe(false)
    },
  )
})
