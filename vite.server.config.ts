import { defineConfig } from 'vite'

/**
 * The server for production in one file with its libraries: finding and reading some hundred small modules takes three times
 * as long as running what is in them. Only what is native or WebAssembly stays in node_modules, where
 * speech need not be (docs/decisions/045-speech.md).
 */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    external: ['@electric-sql/pglite', '@node-rs/argon2', '@echogarden/espeak-ng-emscripten'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      // The threads are entries of their own: each is started by its file.
      input: {
        main: 'server/main.ts',
        'pglite-worker': 'server/store/engines/pglite-worker.ts',
        'training-worker': 'server/bot/training-worker.ts',
        'espeak-worker': 'server/speech/espeak-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
