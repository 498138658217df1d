/** The scripts that the console may add to its page: its own build's, and the social network's where an environment has its app. */
const BUILT = /^\/(?:assets\/|service-worker\.js$)/
const SOCIAL_SDK = 'https://connect.facebook.net'

/** What a policy answers for each kind of sink; null refuses, and the browser throws where the text was to go in. */
export interface SinkRules {
  createHTML(text: string): string | null
  createScriptURL(address: string): string | null
}

interface PolicyFactory {
  createPolicy(name: string, rules: SinkRules): unknown
}

/**
 * What may become markup or a script where the server's policy asks for Trusted Types. The console writes no markup itself; its
 * components' library writes style sheets as the markup of their elements, and these hold no tag. `own` is the page's address.
 */
export function createSinkRules(own: string): SinkRules {
  return {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL(address) {
      if (!URL.canParse(address, own)) return null
      const { origin, pathname } = new URL(address, own)
      const isBuilt = origin === new URL(own).origin && BUILT.test(pathname)
      return isBuilt || origin === SOCIAL_SDK ? address : null
    },
  }
}

/**
 * Makes these rules the page's only policy, once, before any other script. It is the default one because those who write know no
 * policy by name. Browsers without Trusted Types go on without.
 */
export function restrictSinks(): void {
  if (!('trustedTypes' in window)) return
  const factory = window.trustedTypes as PolicyFactory
  factory.createPolicy('default', createSinkRules(location.href))
}
