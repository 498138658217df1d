import { defineConfig } from 'vite'

/** The guest page: a document, a script and a style sheet, served below /guest (CONTRACT section 8). */
export default defineConfig({
  publicDir: false,
  base: '/guest/',
  build: {
    outDir: 'dist/guest',
    target: 'es2022',
    modulePreload: false,
    rollupOptions: { input: 'server/guest/page/index.html' },
  },
})
