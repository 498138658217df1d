import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** Of the helper that Vite puts around every dynamic import. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

/** The guest page: a document, a script, a style sheet and the words of each language, served below /guest (CONTRACT section 8). */
export default defineConfig({
  root: fileURLToPath(new URL('guest', import.meta.url)),
  publicDir: false,
  base: '/guest/',
  plugins: [importPlainly()],
  build: {
    outDir: fileURLToPath(new URL('dist/guest', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
  },
})

/** Words need nothing fetched beside them: the helper, a fifteenth of the script, would only call the import. */
function importPlainly(): Plugin {
  return {
    name: 'import-plainly',
    enforce: 'pre',
    load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
