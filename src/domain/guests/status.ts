/** Guest statuses (specification section 4): label and colour; an unknown word is a prospect. */
export type GuestStatus = 'PROSPECT' | 'CHECKEDIN' | 'BOOKED' | 'PASTGUEST'
export type GuestStatusColour = 'none' | 'blue' | 'yellow' | 'light-blue'

const STATUSES: Record<GuestStatus, { label: string; colour: GuestStatusColour }> = {
  PROSPECT: { label: 'PROSPECT', colour: 'none' },
  CHECKEDIN: { label: 'CHECKED-IN', colour: 'blue' },
  BOOKED: { label: 'BOOKED', colour: 'yellow' },
  PASTGUEST: { label: 'PAST GUEST', colour: 'light-blue' },
}

export function describeGuestStatus(status: string | null | undefined): {
  status: GuestStatus
  label: string
  colour: GuestStatusColour
} {
  const known = isGuestStatus(status) ? status : 'PROSPECT'
  return { status: known, ...STATUSES[known] }
}

function isGuestStatus(status: string | null | undefined): status is GuestStatus {
  return status === 'PROSPECT' || status === 'CHECKEDIN' || status === 'BOOKED' || status === 'PASTGUEST'
}
