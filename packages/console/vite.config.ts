import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brotliFiles } from './build/brotli-files.ts'
import { chunkName } from './build/chunk-name.ts'
import { guidePages } from './build/guide-pages.ts'
import { catalogues } from './build/language/catalogues.ts'
import { type LinksOf, pastEntries } from './build/module-links.ts'

const entry = /\s*<script type="module" crossorigin src="[^"]+"><\/script>/
const needed = /<link rel="modulepreload" crossorigin href="([^"]+)">/g

/**
 * Asks for what the entry needs as scripts before it. Preloaded, they would all run with the entry in one go; in turn,
 * the browser can draw and listen between them.
 */
function scriptsInTurn(): Plugin {
  return {
    name: 'scripts-in-turn',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [found = ''] = entry.exec(html) ?? []
        const before = html
          .replace(found, '')
          .replaceAll(needed, '<script type="module" crossorigin src="$1"></script>')
        return before.replace(/\s*<\/head>/, `${found}$&`)
      },
    },
  }
}

/** Where `npm run dev` finds an instance. */
const instance = process.env.MILLWRIGHT_DEV_INSTANCE ?? 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => {
  let linksOf: LinksOf | undefined
  return {
    plugins: [catalogues(), react(), scriptsInTurn(), guidePages(), brotliFiles()],
    css: { modules: { generateScopedName: command === 'build' ? '_[hash:base64:5]' : '[name]_[local]' } },
    build: {
      target: ['chrome125', 'firefox129', 'safari18'],
      modulePreload: { polyfill: false },
      // The pages forbid inline code, so everything is a file of its own.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // All of these runs at every start. Told so, the browser compiles it beside the page's own work, while it comes in.
          postBanner: ({ name, isEntry }) => (isEntry || name === 'vendor' ? '//# allFunctionsCalledOnLoad' : ''),
          codeSplitting: {
            // By name alone: what a module needs goes where its own name says, not along with it.
            includeDependenciesRecursively: false,
            groups: [
              { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3 },
              { name: 'start', tags: ['$initial'], priority: 2 },
              {
                debugName: 'shared',
                name: (id, build) => {
                  linksOf ??= pastEntries((other) => build.getModuleInfo(other))
                  return chunkName(id, linksOf)
                },
                priority: 1,
              },
            ],
          },
        },
      },
    },
    server: {
      proxy: {
        '/api/': { target: instance, changeOrigin: false },
        '/millwright.json': { target: instance, changeOrigin: false },
      },
    },
  }
})
