import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listSenders } from '#server/channels/channel-service.ts'
import { readFileLink, writeFileLink } from '#server/channels/file-links.ts'
import { SettingsError } from '#server/settings-error.ts'
import { readSettings } from '#server/settings.ts'
import { KEY_BYTES, SecretBox } from '#server/store/secrets/secret-box.ts'

const FACEBOOK = {
  FACEBOOK_PAGE_TOKEN: 'page-secret',
  FACEBOOK_APP_SECRET: 'app-secret',
  FACEBOOK_VERIFY_TOKEN: 'word-secret',
}

describe('the settings of channels', () => {
  it('are all of Facebook’s or none', () => {
    expect(readSettings(FACEBOOK)).toMatchObject({
      facebookPageToken: 'page-secret',
      facebookAppSecret: 'app-secret',
      facebookVerifyToken: 'word-secret',
    })
    expect(listSenders(readSettings(FACEBOOK))).toEqual({ sms: false, facebook: true, email: false })
    expect(listSenders(readSettings({}))).toEqual({ sms: false, facebook: false, email: false })
  })

  it.each(Object.keys(FACEBOOK))(
    'without %s alone stop the start with one line, and no secret',
    (missing) => {
      const given = Object.entries(FACEBOOK).filter(([name]) => name !== missing)
      let said = ''
      try {
        readSettings(Object.fromEntries(given))
      } catch (error) {
        if (error instanceof SettingsError) said = error.message
      }
      expect(said).toMatch(/^FACEBOOK_\w+ is set without FACEBOOK_\w+: set both or neither\.$/)
      expect(said).not.toContain('secret')
    },
  )
})

describe('a link to a file', () => {
  const secrets = new SecretBox([randomBytes(KEY_BYTES)])
  const now = new Date('2026-05-01T12:00:00Z')
  const sealed = decodeURIComponent(writeFileLink(secrets, '', 'file-1', now).split('/').at(-1) ?? '')

  it('opens its file for a day, and no other house’s', () => {
    expect(readFileLink(secrets, sealed, now)).toBe('file-1')
    expect(readFileLink(secrets, sealed, new Date('2026-05-02T11:59:59Z'))).toBe('file-1')
    expect(readFileLink(secrets, sealed, new Date('2026-05-02T12:00:00Z'))).toBeNull()
    expect(readFileLink(new SecretBox([randomBytes(KEY_BYTES)]), sealed, now)).toBeNull()
    expect(readFileLink(secrets, `${sealed.slice(0, -2)}AA`, now)).toBeNull()
  })
})
