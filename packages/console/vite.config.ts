import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brotliFiles } from './build/brotli-files.ts'
import { chunkName } from './build/chunk-name.ts'
import { guidePages } from './build/guide-pages.ts'
import { catalogues } from './build/language/catalogues.ts'
import { type LinksOf, resolveEntries } from './build/module-links.ts'

const entry = /\s*<script type="module" crossorigin src="[^"]+"><\/script>/
const needed = /<link rel="modulepreload" crossorigin href="([^"]+)">/g

/**
 * Loads the chunks that the entry needs with script tags before it, instead of preloading them. Preloaded, they would all be
 * evaluated at once with the entry; one after another, the browser can render and handle input between them.
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

/** The instance that `npm run dev` proxies requests to. */
const instance = process.env.MILLWRIGHT_DEV_INSTANCE ?? 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => {
  let linksOf: LinksOf | undefined
  return {
    plugins: [catalogues(), react(), scriptsInTurn(), guidePages(), brotliFiles()],
    css: { modules: { generateScopedName: command === 'build' ? '_[hash:base64:5]' : '[name]_[local]' } },
    experimental: {
      // Scripts and styles find others from their own place, as the console may be served beneath a path, which only its page names.
      renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
    },
    build: {
      target: ['chrome125', 'firefox129', 'safari18'],
      modulePreload: { polyfill: false },
      // The pages' content security policy forbids inline code, so every asset is a separate file.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // Every start loads the names of all chunks, whose hashes cannot be compressed.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
          // All functions of these chunks run at every start, so this hint lets the browser compile them in the background during
          // loading.
          postBanner: ({ name, isEntry }) => (isEntry || name === 'vendor' ? '//# allFunctionsCalledOnLoad' : ''),
          codeSplitting: {
            // Assigns modules by their own name only, not to the chunk of a module that imports them.
            includeDependenciesRecursively: false,
            groups: [
              { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3 },
              { name: 'start', tags: ['$initial'], priority: 2 },
              {
                debugName: 'shared',
                name: (id, build) => {
                  linksOf ??= resolveEntries((other) => build.getModuleInfo(other))
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
