import * as v from 'valibot'

/** The social network's real SDK; fetched only where somebody signs in with it. */
const SDK_ADDRESS = 'https://connect.facebook.net/en_US/sdk.js'
/** The version of the network's interface that the SDK is asked for. */
const GRAPH_VERSION = 'v21.0'
/** Blockers sometimes swallow the script without an error. */
const LOAD_PATIENCE_MS = 15_000

/** What is used of the SDK. */
export interface FacebookSdk {
  init(settings: { appId: string; version: string; xfbml: boolean }): void
  login(onDone: (response: unknown) => void): void
}

const loginResponseSchema = v.object({
  authResponse: v.object({ accessToken: v.pipe(v.string(), v.minLength(1)) }),
})

let loading: Promise<FacebookSdk> | null = null

/** Fetches the SDK once and starts it for the app. Rejects where it can't be had; the next call tries again. */
export function loadFacebookSdk(appId: string): Promise<FacebookSdk> {
  loading ??= fetchSdk().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading.then((sdk) => {
    sdk.init({ appId, version: GRAPH_VERSION, xfbml: false })
    return sdk
  })
}

/** Asks the person there; null where they did not finish. Call it in a click: it opens a window. */
export function askFacebook(sdk: FacebookSdk): Promise<string | null> {
  return new Promise((resolve) => sdk.login((response) => resolve(readAccessToken(response))))
}

/** The access token of the SDK's answer; null where the person cancelled. */
export function readAccessToken(response: unknown): string | null {
  const parsed = v.safeParse(loginResponseSchema, response)
  return parsed.success ? parsed.output.authResponse.accessToken : null
}

/** Whether what the script left behind is the SDK. */
export function isFacebookSdk(value: unknown): value is FacebookSdk {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'init') === 'function' &&
    typeof Reflect.get(value, 'login') === 'function'
  )
}

function fetchSdk(): Promise<FacebookSdk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('the social network’s script can’t be had'))
    }
    const timer = setTimeout(fail, LOAD_PATIENCE_MS)
    script.src = SDK_ADDRESS
    script.async = true
    script.crossOrigin = 'anonymous'
    script.onerror = () => {
      clearTimeout(timer)
      fail()
    }
    script.onload = () => {
      clearTimeout(timer)
      const sdk: unknown = Reflect.get(window, 'FB')
      if (isFacebookSdk(sdk)) resolve(sdk)
      else fail()
    }
    document.head.append(script)
  })
}
