import type { EnvironmentOption } from '#src/contract/environments.ts'

const FACEBOOK_SDK = 'https://connect.facebook.net'
const FACEBOOK_PAGES = ['https://www.facebook.com', 'https://web.facebook.com']
const FACEBOOK_GRAPH = 'https://graph.facebook.com'

/**
 * The console's policy, derived from the environments it may talk to (CONTRACT section 7). `ownHost` is the host by which
 * the page was asked for: older browsers do not count its websocket as 'self'.
 */
export function writeConsolePolicy(
  environments: readonly EnvironmentOption[],
  ownHost: string | null,
): string {
  const hosts = environments.filter((entry) => entry.url !== '.' && isHost(entry.url))
  const web = hosts.map((entry) => `${entry.secure ? 'https' : 'http'}://${entry.url}`)
  const sockets = hosts.map((entry) => `${entry.secure ? 'wss' : 'ws'}://${entry.url}`)
  const ownSockets = ownHost !== null && isHost(ownHost) ? [`ws://${ownHost}`, `wss://${ownHost}`] : []
  const dashboards = environments.flatMap((entry) =>
    Object.values(entry.dashboards).flatMap((list) => list.flatMap(({ url }) => readOrigin(url))),
  )
  const hasFacebook = environments.some((entry) => Boolean(entry.facebookAppId))
  return writePolicy({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(hasFacebook ? [FACEBOOK_SDK] : [])],
    // Mantine writes its theme's variables into a style element.
    'style-src': ["'self'", "'unsafe-inline'"],
    // Photos of guests come from whichever network they are in.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...web],
    'font-src': ["'self'", 'data:'],
    'media-src': ["'self'", 'blob:', ...web],
    'connect-src': [
      "'self'",
      'blob:',
      'data:',
      ...ownSockets,
      ...web,
      ...sockets,
      ...(hasFacebook ? [FACEBOOK_GRAPH, ...FACEBOOK_PAGES] : []),
    ],
    'frame-src': ["'self'", 'blob:', ...dashboards, ...(hasFacebook ? FACEBOOK_PAGES : [])],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(hasFacebook ? {} : STRICT),
  })
}

/**
 * No text becomes markup or a script but by the page's one policy (src/lib/trusted-types.ts), and no markup brings a style of its
 * own. Not where the social network's script is let in: what that writes is its own, and a sign-in would end there.
 */
const STRICT = {
  'style-src-attr': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
}

/** The guest page's policy: its own files, its own host, pictures that cards link to; nothing else. */
export function writeGuestPolicy(ownHost: string | null): string {
  const ownSockets = ownHost !== null && isHost(ownHost) ? [`ws://${ownHost}`, `wss://${ownHost}`] : []
  return writePolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', 'https:'],
    'connect-src': ["'self'", ...ownSockets],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    // The page writes no markup at all.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  })
}

function writePolicy(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ')
}

/** A host with an optional port; anything else could add directives of its own to the header. */
function isHost(text: string): boolean {
  return /^[\w.-]+(?::\d{1,5})?$|^\[[\da-fA-F:]+\](?::\d{1,5})?$/.test(text)
}

function readOrigin(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? [origin] : []
}
