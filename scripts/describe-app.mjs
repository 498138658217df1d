import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where pictures of the product are, below the public folder: whoever installs it is shown them. */
export const SCREENSHOTS = 'screenshots'

const PICTURES = [
  { name: 'narrow', form_factor: 'narrow', label: 'The chats on a phone' },
  { name: 'wide', form_factor: 'wide', label: 'A conversation on a desktop' },
]
/** A PNG begins with 8 bytes of signature, 8 of a chunk's head, then width and height. */
const WIDTH_AT = 16
const HEIGHT_AT = 20

/**
 * The web app manifest. Its colours are the page's own by day; in an open window the page's `theme-color` elements hold, by
 * day and by night. Pictures are named only where `npm run screenshots` has made them.
 *
 * @param {string} publicFolder
 * @returns {import('vite-plugin-pwa').ManifestOptions}
 */
export function describeApp(publicFolder) {
  return {
    id: '/',
    name: 'Bellhop',
    short_name: 'Bellhop',
    description: 'Console in which hotel staff answer their guests.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/messenger',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f5f1',
    theme_color: '#ffffff',
    categories: ['business', 'productivity'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      describeShortcut('Needs help', '/messenger?chatFilter=needs-help&chatType=all'),
      describeShortcut('Unsent', '/unsent'),
    ],
    ...describePictures(publicFolder),
  }
}

function describeShortcut(name, url) {
  return { name, url, icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }] }
}

function describePictures(publicFolder) {
  const screenshots = PICTURES.flatMap(({ name, ...picture }) => {
    const file = join(publicFolder, SCREENSHOTS, `${name}.png`)
    if (!existsSync(file)) return []
    const sizes = readSize(readFileSync(file))
    return [{ src: `/${SCREENSHOTS}/${name}.png`, sizes, type: 'image/png', ...picture }]
  })
  return screenshots.length > 0 ? { screenshots } : {}
}

/** As a manifest says it: a wrong size and browsers pass the picture over. */
function readSize(png) {
  return `${png.readUInt32BE(WIDTH_AT)}x${png.readUInt32BE(HEIGHT_AT)}`
}
