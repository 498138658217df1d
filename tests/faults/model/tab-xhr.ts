import type { Tab } from './tab.ts'

/** XMLHttpRequest for one tab, over the same line as its `fetch`: as much of it as an upload uses (O7). */
export function createXhrClass(tab: Tab): unknown {
  return class TabXhr {
    upload: { onprogress: ((event: object) => void) | null } = { onprogress: null }
    onprogress: (() => void) | null = null
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null
    status = 0
    responseText = ''
    responseURL = ''
    #method = 'GET'
    #url = ''
    #answered = new Headers()
    readonly #headers = new Headers()
    readonly #stop = new AbortController()

    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    getResponseHeader(name: string): string | null {
      return this.#answered.get(name)
    }

    abort(): void {
      this.#stop.abort()
    }

    send(body: FormData): void {
      const init = { method: this.#method, headers: this.#headers, body, signal: this.#stop.signal }
      const { device } = tab
      const { world } = device
      const url = new URL(this.#url)
      // Half of it is on its way by then; of the other half nobody needs to hear.
      world.later(tab, 0, () => this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 }))
      device
        .lineTo(url)
        .request(tab, tab.name, url, init)
        .then(async (response) => {
          this.responseText = await response.text()
          this.responseURL = this.#url
          this.status = response.status
          this.#answered = response.headers
        })
        .then(
          () => this.onload?.(),
          () => (this.#stop.signal.aborted ? this.onabort?.() : this.onerror?.()),
        )
    }
  }
}
