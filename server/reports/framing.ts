import type { Framing } from '#src/contract/reports.ts'

const PATIENCE_MS = 8_000

/**
 * Whether a page lets itself be shown in a frame at `consoleOrigin`: no browser tells who frames it. Asked for as a browser
 * would ask for it, where it leads in the end; `unknown` where this environment can't reach it, though a browser may.
 */
export async function readFraming(url: string, consoleOrigin: string): Promise<Framing> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.body?.cancel()
    return mayBeFramed(response.headers, new URL(response.url).origin, consoleOrigin) ? 'allowed' : 'refused'
  } catch {
    return 'unknown'
  }
}

/** As browsers judge: `frame-ancestors` where there is one, else `X-Frame-Options` (Content Security Policy level 3). */
function mayBeFramed(headers: Headers, own: string, framer: string): boolean {
  const policies = (headers.get('content-security-policy') ?? '').split(',').flatMap(readAncestors)
  if (policies.length > 0) {
    return policies.every((sources) => sources.some((source) => matchesSource(source, own, framer)))
  }
  const option = headers.get('x-frame-options')?.trim().toLowerCase()
  if (option === 'deny') return false
  return option !== 'sameorigin' || own === framer
}

/** The sources of a policy's `frame-ancestors`; none where it has no such directive. */
function readAncestors(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/)
    if (name === 'frame-ancestors') return [sources]
  }
  return []
}

const HOST_SOURCE = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*\.)?([^:/]+)(?::(\d+|\*))?/

function matchesSource(source: string, own: string, framer: string): boolean {
  const { protocol, hostname, port } = new URL(framer)
  if (source === '*') return true
  if (source === "'self'") return own === framer
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return protocolFits(source, protocol)
  const parts = HOST_SOURCE.exec(source)
  if (!parts) return false
  const [, scheme = new URL(own).protocol.slice(0, -1), isAnySub, host = '', wantedPort = ''] = parts
  const hostFits = isAnySub ? hostname.endsWith(`.${host}`) : hostname === host
  const isDefaultPort = port === ''
  const portFits =
    wantedPort === '*' || wantedPort === port || (wantedPort === defaultPort(scheme) && isDefaultPort)
  return protocolFits(`${scheme}:`, protocol) && hostFits && portFits
}

/** What allows http allows https. */
function protocolFits(wanted: string, given: string): boolean {
  return wanted === given || (wanted === 'http:' && given === 'https:')
}

function defaultPort(scheme: string): string {
  return scheme === 'https' ? '443' : '80'
}
