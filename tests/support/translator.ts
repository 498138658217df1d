import type { BrowserContext } from 'playwright-core'

/**
 * Lets a browser's page translation run on every page of a context, from the first text on: each text is taken out and put
 * back within two `font` elements, as translators do, also whatever comes later. The words stay the same.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const LEFT_ALONE = 'script, style, textarea, title, svg, [translate="no"], font'
    const wrap = (text: Text) => {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(LEFT_ALONE)) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      inner.textContent = text.data
    }
    const wrapWithin = (root: Node) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      if (root instanceof Text) texts.push(root)
      texts.forEach(wrap)
    }
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        if (type === 'characterData') wrapWithin(target)
        else addedNodes.forEach(wrapWithin)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}
