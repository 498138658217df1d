import { describe, expect, it } from 'vitest'
import { readAnswerValues } from '#src/features/messenger/composer/use-answers.ts'

const register = (fields: Record<string, string | null>) => ({ Data: { PUB_GuestRegister: fields } })

describe('what the mirror knows for a saved answer', () => {
  it('the hotel’s word before the network’s', () => {
    const info = {
      ...register({ FirstName: 'Ana', LastName: 'Ruiz', RoomNumber: '1204' }),
      fbData: { first_name: 'Anita', last_name: 'R.' },
    }
    expect(readAnswerValues(info, 'ana_r', 'Daniel')).toEqual({
      firstName: 'Ana',
      lastName: 'Ruiz',
      guestName: 'Ana Ruiz',
      room: '1204',
      agentName: 'Daniel',
    })
  })

  it('the network’s where the hotel has none, or a blank', () => {
    const info = { ...register({ FirstName: ' ', LastName: null }), fbData: { first_name: 'Anita' } }
    expect(readAnswerValues(info, 'ana_r', 'Daniel')).toMatchObject({ firstName: 'Anita', lastName: null })
  })

  it('a display name is the whole name, and nobody’s first', () => {
    expect(readAnswerValues(null, 'Ruiz Ana', 'Daniel')).toEqual({
      firstName: null,
      lastName: null,
      guestName: 'Ruiz Ana',
      room: undefined,
      agentName: 'Daniel',
    })
  })
})
