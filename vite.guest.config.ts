import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The guest page: a document, a script and a style sheet, served below /guest (CONTRACT section 8). */
export default defineConfig({
  root: fileURLToPath(new URL('guest', import.meta.url)),
  publicDir: false,
  base: '/guest/',
  build: {
    outDir: fileURLToPath(new URL('dist/guest', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
  },
})
