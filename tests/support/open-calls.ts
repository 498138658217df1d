/** Calls that anybody may make (CONTRACT sections 1 and 8). */
export const OPEN_CALLS = [
  'GET /api/auth',
  'POST /api/auth',
  'GET /api/capabilities',
  'GET /api/health',
  'POST /api/guest/session',
  // Signed by who sends it, or a link that is signed itself.
  'POST /api/channels/twilio',
  'GET /api/channels/facebook',
  'POST /api/channels/facebook',
  'GET /api/channels/files/:link',
]

/** The guests' own calls. */
export const GUEST_CALLS = [
  'DELETE /api/guest/session',
  'GET /api/guest/messages',
  'POST /api/guest/messages',
  'POST /api/guest/rating',
]
