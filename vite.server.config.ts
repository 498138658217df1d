import { defineConfig } from 'vite'

/** The server for production: its own sources in a few files, what comes from npm left in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      // The worker is an entry of its own: it is started by its file (E1).
      input: { main: 'server/main.ts', 'pglite-worker': 'server/store/pglite-worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
