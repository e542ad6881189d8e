// Bundles the web app: once for browsers, once (`--ssr`) for the server that renders it. The
// server itself runs as it is written and is bundled by nobody.
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** What every page needs, in one file: many small ones compress worse and arrive later. */
const shell =
  /node_modules\/(react|react-dom|scheduler|react-router|zod|@tanstack|@emotion|stylis|@pandacss)\/(?!.*([mM]utation|infinite))|web\/(lib\/(?!admin|goods-text|order-tones|seconds|kept|offline|on-paper|use-kept|text\/([\w-]+-)?(en|ar|fr)\.|text\/(pseudo|problems|admin|draw|proof|account|checkout|consent|factors)|phone|passkey|day|licence|device|ticket|analytics\/(adapters|consent))|components\/(?!admin|second-factor|session|small-dialog|toaster|printed|phone|proof|form|badge|input|radio|quantity|ticket|paper))|events\/kernel\/(?!beirut|bytes|formula-guard|hash|planted|rejection|decider|derive)|services\/contract\/(shared|problems)/

/** What the pages that people land on are made of: pages that come later use parts of it too. */
const landing = new RegExp(
  [
    String.raw`web\/(app\/|routes\/(admin\/layout|shop\/(layout|home|raffles|enter-raffle|tracking|use-)))`,
    String.raw`web\/features\/(raffles\/(api\/list-raffles\.|components\/(raffle-card|raffle-grid|sold-bar|offer))`,
    String.raw`chrome\/components\/(top-bar|chat)|cart\/cart(-store|-owner)?\.|auth\/api\/me`,
    String.raw`content\/(components\/hero|document-texts))`,
    String.raw`web\/lib\/text\/(admin|draw|factors|account|account-order|account-self|checkout|proof-verify)\.tsx?$`,
    String.raw`services\/contract\/(auth|raffles|products|purchase-limits)\.`,
    String.raw`events\/(raffle\/(phase|under-sold)|staff\/roles)\.`,
    String.raw`lucide-react\/dist\/esm\/((createLucideIcon|Icon|context|shared|defaultAttributes)`,
    String.raw`icons\/(landmark|shield-check|search-check|menu|shopping-bag|user-round|message-circle)\.)`,
  ].join('|'),
)

/** Emotion hoists the statics of what `withTheme` wraps, which nothing here is. */
const withoutHoisting: Plugin = {
  name: 'without-hoisting',
  enforce: 'pre',
  resolveId: (id) => (id === 'hoist-non-react-statics' ? '\0without-hoisting' : null),
  load: (id) => (id === '\0without-hoisting' ? 'export default (target) => target' : null),
}

/** Its package offers only the build that warns developers; the other lies beside it. */
const routerForCustomers: Plugin = {
  name: 'router-for-customers',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/react-router/dist/development/')
      ? code.replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
      : null,
}

/**
 * The server writes the global rules into each page: browsers need neither work them out again nor
 * bring what they are made from. What `query` answers is for tools of development.
 */
const withoutGlobalRules: Plugin = {
  name: 'without-global-rules',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    if (this.environment.name !== 'client' || !id.endsWith('/styled-system/system.js')) return null
    return withoutParts(code, [
      ['[getPreflightCss(), getGlobalCss(), getTokenCss()]', '[]'],
      [/function get(Token|Global|Preflight)Css\(\) \{.*?\n  \}\n/gs, ''],
      [/(?<=get(Token|Global|Preflight)Css),(?=\n)/g, ': () => ({}),'],
      [/const query = \{.*?\n  \};\n/s, 'const query = {};\n'],
    ])
  },
}

function withoutParts(code: string, parts: [RegExp | string, string][]): string {
  return parts.reduce((left, [part, instead]) => {
    const right = left.replace(part, instead)
    if (right === left) throw new Error(`Chakra makes its system otherwise now: no ${part}`)
    return right
  }, code)
}

export default defineConfig({
  plugins: [withoutHoisting, routerForCustomers, withoutGlobalRules],
  root: 'web',
  appType: 'custom',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server names a page's files (`entry-server.tsx`); lists of them here would be in each
    // view.
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000, // `buildWeb` has the budget, compressed
    rolldownOptions: {
      // A schema nobody names is not shipped: making one has no effect but its own.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      // "use client" marks mean nothing here.
      onLog: (level, log, pass) => log.code === 'MODULE_LEVEL_DIRECTIVE' || pass(level, log),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each name stands in what every page loads: 42 bits tell two builds apart as well.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'shell', test: shell, priority: 2 },
                { name: 'landing', test: landing, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  ssr: { noExternal: true },
})
