/*
 * Vite links the styles of a part with its first loading and never again: where they did not arrive, the part would come
 * without them at the next. So the links that failed are known here, and what is loaded from then on links them anew.
 */
const failed = new Set<string>()
let linking: Promise<unknown> | null = null

/** Takes note of the links of styles that fail from now on. */
export function watchStyles(page: Document): void {
  const look = ({ target: link, type }: Event) => {
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return
    // A captive portal's login page in their place counts as loaded. The rules of what failed must not be read.
    if (type !== 'error' && link.sheet?.cssRules.length !== 0) return
    link.remove()
    failed.add(link.href)
  }
  // They do not bubble.
  page.addEventListener('error', look, true)
  page.addEventListener('load', look, true)
}

/** Links again what failed. Rejects where it does not arrive now either. */
export function linkFailedStyles(): Promise<unknown> {
  return (linking ??= Promise.all([...failed].map(linkStyles)).finally(() => {
    linking = null
  }))
}

function linkStyles(href: string): Promise<void> {
  failed.delete(href)
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`no styles: ${href}`))
    document.head.append(link)
  })
}
