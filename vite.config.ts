import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { describeApp, SCREENSHOTS } from './scripts/describe-app.mjs'
import { importDirectly } from './scripts/import-directly.mjs'

/** Evaluates the app's modules when it is time for them. */
const BEGIN = 'begin'

/**
 * Chromium keeps the compiled code of a script in a cache, and takes it from there at the next start where the script was
 * preloaded as one; a module that is fetched as a module is parsed at each start anew. The page names its modules as such
 * preloads, and `src/app/begin.ts`, which stands in their place, makes scripts of them.
 */
function preloadModules(): Plugin {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
  return {
    name: 'preload-modules',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const begin = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === BEGIN)
        if (!begin) throw new Error(`The build has no part '${BEGIN}'.`)
        const preloads = page.replace(
          script,
          '<link rel="preload" as="script" crossorigin data-module href="$1">',
        )
        const address = `/${begin.fileName}`
        const tags =
          `<link rel="preload" as="script" crossorigin href="${address}">` +
          `<script type="module" crossorigin src="${address}"></script>`
        return preloads.replace('</head>', `${tags}</head>`)
      },
    },
  }
}

/** The reports' own modules, in every layer: managers at desks open them, and nobody else's phone carries them. */
const REPORTS =
  /\/reports?\/|\/((use|keep|titled)-)?reports?\.tsx?$|\/use-dashboards\.ts|@nivo|@mantine\/dates|node_modules\/(@react-spring|d3-|dayjs|lodash|use-debounce)/

/** Calls of the lists alone, and their schemas, one of which brings the numbering plans of all countries (28 kB). */
const LIST_CALLS =
  /src\/(api|contract)\/(alert-log|alert-recipients|assignees|audit|bot-configs|bot-versions|campaigns|deliveries|departments|integrations|intents|listed-tickets|not-understood|segments|speech|test-users|training|translations|try-sentence|users)\.ts$|libphonenumber/

function notReports(test: RegExp) {
  return (id: string) => test.test(id) && !REPORTS.test(id)
}

function isCall(id: string): boolean {
  return /src\/(api|contract)\//.test(id) && !REPORTS.test(id) && !LIST_CALLS.test(id)
}

/** The console: a shell that is precached (W1), in files whose names change with their content. */
export default defineConfig({
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    sourcemap: false,
    // Screens that load later bring their own styles.
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', [BEGIN]: 'src/app/begin.ts' },
      output: {
        // Few files, each with what it imports that no group before it has: sixty small ones compress worse (the shell alone
        // by 15 of 200 kB), and each is one more call for the worker that keeps them (W1).
        codeSplitting: {
          groups: [
            // What the first rows need. A part that loads later takes from here what it shares with it. The page's first script
            // stands in the page itself (W6) and imports nothing.
            {
              name: 'shell',
              tags: ['$initial'],
              test: /^(?!.*src\/(app\/(begin|start-failure)|lib\/trusted-types)\.ts$)/,
              priority: 8,
            },
            // What calls an environment: a sign-in, and the engine after the rows.
            { name: 'calls', test: isCall, priority: 7 },
            // Who somebody is, and what stands in the way of a start.
            {
              name: 'sign-in',
              test: /app\/(sign-in-screen|outbox-rescue|start-(failed|problem))|actions\/(session-renew|session-sign-out|finish-sign-out\.)|db\/(clear-workspace|unsent-elsewhere)/,
              priority: 6,
            },
            // What makes a file ready to be sent.
            {
              name: 'pictures',
              test: /composer\/prepare-picture|actions\/check-file|domain\/pictures\//,
              priority: 5.5,
            },
            // What comes right after the rows, without anybody's asking.
            {
              name: 'chat',
              test: /messenger\/(thread\/thread-pane|guest\/guest-card|messenger-keys)|app\/(frame-extras\.tsx|alerts\/alert-lines\.tsx|worker-updates\.ts)|actions\/start-note|db\/answered|workbox-window/,
              priority: 5,
            },
            // What keeps the chats right and sends: it begins after the rows, or after a sign-in. It is asked for until it
            // comes, so it may take from the thread what both have, and the thread takes nothing from it.
            { name: 'lead', test: /src\/sync\//, priority: 4 },
            // The way to all screens but the messenger.
            { name: 'screens', test: /app\/routed-screens\.tsx/, priority: 3.5 },
            // What is said and offered about this device, and its screens: without the weight of the controls.
            {
              name: 'alerts',
              test: /features\/(alerts|install)\/|app\/(alerts\/|unsubscribe-alerts\.ts|routes\/alerts\.)|actions\/session-alerts/,
              priority: 3,
            },
            // Menus, dialogs and what else everybody opens.
            {
              name: 'controls',
              test: /features\/(messenger|session|device)\/|app\/(header|palette|guest-menu|routes\/(device|unsent)\.)/,
              priority: 2,
            },
            // Lists with forms, which managers and admins open: nobody else's menu brings them along.
            {
              name: 'lists',
              test: notReports(
                /src\/(ui|online|features|api|contract|app\/routes)\/|@mantine|@tanstack|libphonenumber/,
              ),
              priority: 1,
            },
            // Reports, with their charts and calendar: what they share with the lists is there.
            { name: 'reports', test: REPORTS, priority: 0 },
          ],
        },
      },
    },
  },
  resolve: {
    // Its package hands out what is made for browsers that this build is not for.
    alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
  },
  plugins: [
    react(),
    preloadModules(),
    importDirectly(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      // The app registers the worker itself, and asks before it updates (W2).
      registerType: 'prompt',
      injectRegister: null,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,wav,webmanifest}'],
        // The first one's address is the network's (DESIGN section 5); the others are looked at once, by who installs it.
        globIgnores: [
          'online.html',
          // Kept by the worker when they are opened first (`sw/on-demand.ts`).
          'assets/reports-*',
          'icons/{apple-touch-icon,icon-512,icon-maskable-512}.png',
          `${SCREENSHOTS}/**`,
        ],
        // Vite has put a hash of the content into these names already.
        dontCacheBustURLsMatching: /^assets\//,
      },
      manifest: describeApp('public'),
    }),
  ],
})
