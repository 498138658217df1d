/**
 * Vite links the styles of a part with its first loading, and takes the link for the styles from then on: where they did not
 * arrive, the part would come without them at the next. So a link without styles goes at once. A captive portal's login page
 * in their place counts as loaded, and has no rules.
 */
export function removeFailedStyles(page: Document): void {
  const look = ({ target: link }: Event) => {
    if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return
    if (!link.sheet?.cssRules.length) link.remove()
  }
  // They do not bubble.
  page.addEventListener('error', look, true)
  page.addEventListener('load', look, true)
}
