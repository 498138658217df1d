const HTML = /^text\/html/i
const PAGE = /\.html$/
/** Where the console is drawn: no other page has it. */
const ROOT = '<div id="root">'

/**
 * Whether an answer is the console's own file and not the login page of a captive portal, which answers 200 to whatever it is
 * asked (DESIGN section 5): kept for good, it would take that part off the console until the next build.
 */
export async function isOwnFile(path: string, response: Response): Promise<boolean> {
  if (!response.ok) return false
  const isPage = HTML.test(response.headers.get('Content-Type') ?? '')
  if (!PAGE.test(path)) return !isPage
  return isPage && (await response.clone().text()).includes(ROOT)
}
