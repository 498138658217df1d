import { join } from 'node:path'

/**
 * The server's rooms, each a folder, and which other rooms each may import: what is kept is told what follows from it, what
 * is sent does not know who asks for it, and only routes and the guest's side know most of them.
 */
export const SERVER_ROOMS = {
  outgoing: [],
  jobs: [],
  attachments: [],
  auth: [],
  push: ['auth', 'outgoing'],
  alerts: ['outgoing'],
  bot: [],
  channels: ['attachments', 'bot', 'outgoing'],
  campaigns: ['bot', 'channels'],
  demo: ['auth', 'bot'],
  speech: ['outgoing'],
  http: ['auth'],
  realtime: ['auth', 'http'],
  reports: ['push'],
  shell: ['http'],
  routes: [
    'alerts',
    'attachments',
    'auth',
    'bot',
    'campaigns',
    'channels',
    'http',
    'push',
    'reports',
    'shell',
    'speech',
  ],
  guest: ['auth', 'bot', 'http', 'shell'],
}
const nameRoom = (room) => `server-${room}`

/** The layers of DESIGN section 1, each a folder. A file outside them belongs to none and may import nothing here. */
const LAYERS = [
  { type: 'app', partialMatch: false, pattern: 'src/app' },
  { type: 'feature', partialMatch: false, pattern: 'src/features/*', capture: ['name'] },
  { type: 'ui', partialMatch: false, pattern: 'src/ui' },
  { type: 'online', partialMatch: false, pattern: 'src/online' },
  { type: 'actions', partialMatch: false, pattern: 'src/actions' },
  { type: 'sync', partialMatch: false, pattern: 'src/sync' },
  { type: 'api', partialMatch: false, pattern: 'src/api' },
  { type: 'db', partialMatch: false, pattern: 'src/db' },
  { type: 'contract', partialMatch: false, pattern: 'src/contract' },
  { type: 'domain', partialMatch: false, pattern: 'src/domain' },
  { type: 'lib', partialMatch: false, pattern: 'src/lib' },
  { type: 'sw', partialMatch: false, pattern: 'sw' },
  // What is kept is told what follows from it: nothing of the server but its small common files is below it.
  { type: 'store', partialMatch: false, pattern: 'server/store' },
  ...Object.keys(SERVER_ROOMS).map((room) => ({
    type: nameRoom(room),
    partialMatch: false,
    pattern: `server/${room}`,
  })),
  { type: 'server', partialMatch: false, pattern: 'server' },
  { type: 'guest', partialMatch: false, pattern: 'guest' },
  { type: 'tests', partialMatch: false, pattern: 'tests' },
]

/** Where the app is put together: may import any layer below, and may open and write to the databases. */
export const BOOT_FILES = [
  'src/main.tsx',
  'src/app/start-runtime.ts',
  'src/app/runtime.ts',
  'src/app/storage.ts',
]

/** Single files that may do more than the rest of their folder, or that belong to no folder. */
const FILES = [
  // The composition root: opens the databases, starts the engine, and is what everything else is spared from being.
  { category: 'boot', pattern: BOOT_FILES },
  { category: 'online-queries', pattern: 'src/features/*/online-queries.ts' },
  { category: 'session-action', pattern: 'src/actions/session-*.ts' },
  // What a key press means: the guest's page has it from the domain, and the console's small common things rest on it.
  { category: 'key-presses', pattern: 'src/domain/keys/*.ts' },
  // What all of the server may import: errors, ids, words and their language, the log.
  {
    category: 'server-common',
    pattern: 'server/{errors,ids,language,log,settings-error,settings-types,text,worker-file}.ts',
  },
  // What its rooms may import beside it: the whole as they are given it, and what several of them need.
  {
    category: 'server-shared',
    pattern: 'server/{context,environments,health-check,pulse,setting-values,settings,single-flight}.ts',
  },
  // How every search compares texts, and what is blank: one way for all of the product, the lists of `ui` included.
  { category: 'text-rules', pattern: ['src/domain/search/fold-text.ts', 'src/domain/text/blank.ts'] },
  // The bridge between the databases and React. The worker has no React, so nothing but screens may take it.
  { category: 'live-query', pattern: 'src/db/{use-live,workspace-context}.ts' },
]

/** The import directions of DESIGN section 1: what each layer may import besides itself and lib. */
const MAY_IMPORT = {
  app: ['feature', 'online', 'actions', 'sync', 'ui', 'db', 'domain'],
  feature: ['ui', 'actions', 'db', 'contract', 'domain'],
  ui: [],
  online: ['actions', 'api', 'db', 'contract', 'domain'],
  actions: ['db', 'domain', 'contract'],
  sync: ['db', 'api', 'contract', 'domain'],
  api: ['contract', 'domain'],
  db: ['contract', 'domain'],
  contract: ['domain'],
  lib: ['contract'],
  sw: ['sync', 'actions', 'db', 'contract', 'domain'],
  server: [...Object.keys(SERVER_ROOMS).map(nameRoom), 'store', 'contract', 'domain'],
  ...Object.fromEntries(
    Object.entries(SERVER_ROOMS).map(([room, others]) => [
      nameRoom(room),
      [...others.map(nameRoom), 'store', 'contract', 'domain'],
    ]),
  ),
  store: ['contract', 'domain'],
  guest: ['contract', 'domain'],
}

/** What is no part of the console does without its small common things. */
const SERVER = ['server', 'store', ...Object.keys(SERVER_ROOMS).map(nameRoom)]
const WITHOUT_LIB = [...SERVER, 'guest']

const BELOW_BOOT = ['app', 'actions', 'sync', 'api', 'db', 'ui', 'contract', 'domain', 'lib']
const DATABASE_PACKAGES = ['dexie', 'dexie-react-hooks']
const SCREEN_PACKAGES = [
  'react',
  'react-dom',
  'dexie-react-hooks',
  '@mantine/*',
  '@tanstack/react-*',
  '@nivo/*',
]

/**
 * The import rules as ESLint configuration.
 *
 * @param {string} root the project's folder, absolute
 * @param {import('eslint').ESLint.Plugin} plugin eslint-plugin-boundaries
 * @returns {import('eslint').Linter.Config}
 */
export function createBoundaryRules(root, plugin) {
  return {
    // Tests may import everything; that nobody imports them is asked of the others.
    files: ['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'server/**/*.ts', 'guest/**/*.ts'],
    plugins: { boundaries: plugin },
    settings: {
      'boundaries/elements': LAYERS,
      'boundaries/files': FILES,
      'boundaries/root-path': root,
      'boundaries/legacy-templates': false,
      'import/resolver': { [join(root, 'scripts/lint/resolve-imports.cjs')]: { root } },
    },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        { default: 'disallow', checkAllOrigins: true, policies: listPolicies() },
      ],
    },
  }
}

/** A later policy overrides an earlier one. */
function listPolicies() {
  return [
    { allow: { to: { module: { origin: ['external', 'core'] } } } },
    ...listLayerPolicies(),
    {
      from: { file: { categories: { anyOf: ['online-queries', 'session-action'] } } },
      allow: { to: { element: { type: 'api' } } },
    },
    {
      from: { file: { categories: 'online-queries' } },
      allow: { to: { element: { type: 'online' } } },
    },
    {
      from: { element: { type: 'ui' } },
      allow: { to: { file: { categories: 'text-rules' } } },
    },
    {
      from: { file: { categories: 'boot' } },
      allow: { to: { element: { types: { anyOf: BELOW_BOOT } } } },
    },
    {
      from: { element: { type: 'lib' } },
      allow: { to: { file: { categories: 'key-presses' } } },
    },
    {
      from: { element: { types: { anyOf: SERVER } } },
      allow: { to: { file: { categories: 'server-common' } } },
    },
    {
      from: { element: { types: { anyOf: SERVER.filter((type) => type !== 'store') } } },
      allow: { to: { file: { categories: 'server-shared' } } },
    },
    ...listPackagePolicies(),
  ]
}

function listLayerPolicies() {
  return Object.entries(MAY_IMPORT)
    .flatMap(([layer, others]) => {
      const within =
        layer === 'feature'
          ? { type: 'feature', captured: { name: '{{ from.element.captured.name }}' } }
          : { type: layer }
      const targets = WITHOUT_LIB.includes(layer) ? others : [...others, 'lib']
      return [
        { from: { element: { type: layer } }, allow: { to: { element: within } } },
        { from: { element: { type: layer } }, allow: { to: { element: { types: { anyOf: targets } } } } },
      ]
    })
    .concat([{ from: { element: { type: 'domain' } }, allow: { to: { element: { type: 'domain' } } } }])
}

/** Which layers must do without which packages. */
function listPackagePolicies() {
  const withoutDatabase = [
    'app',
    'feature',
    'ui',
    'online',
    'actions',
    'api',
    'contract',
    'domain',
    'lib',
    'guest',
  ]
  const withoutScreen = ['actions', 'sync', 'api', 'db', 'contract', 'domain', 'sw', ...SERVER, 'guest']
  const ownCode = LAYERS.map((layer) => layer.type).filter((type) => ![...SERVER, 'tests'].includes(type))
  return [
    disallowPackages(withoutDatabase, DATABASE_PACKAGES),
    {
      from: { file: { categories: 'boot' } },
      allow: { to: { module: { origin: 'external', source: ['dexie'] } } },
    },
    disallowPackages(withoutScreen, SCREEN_PACKAGES),
    disallowPackages(['domain'], ['*', '**']),
    {
      from: { file: { categories: 'live-query' } },
      allow: { to: { module: { origin: 'external', source: ['react', 'dexie-react-hooks'] } } },
    },
    {
      from: { element: { types: { anyOf: withoutScreen } } },
      disallow: { to: { file: { categories: 'live-query' } } },
    },
    { from: { element: { types: { anyOf: ownCode } } }, disallow: { to: { module: { origin: 'core' } } } },
  ]
}

function disallowPackages(layers, packages) {
  return {
    from: { element: { types: { anyOf: layers } } },
    disallow: { to: { module: { origin: 'external', source: packages } } },
  }
}
