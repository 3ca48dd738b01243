import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliFiles } from './brotli-files.ts'

/** Where `npm run dev` finds an instance. */
const instance = process.env.MILLWRIGHT_DEV_INSTANCE ?? 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => ({
  plugins: [react(), brotliFiles()],
  css: { modules: { generateScopedName: command === 'build' ? '_[hash:base64:5]' : '[name]_[local]' } },
  build: {
    target: ['chrome125', 'firefox129', 'safari18'],
    modulePreload: { polyfill: false },
    // The pages forbid inline code, so everything is a file of its own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Left alone, every module that two routes share becomes a file, and a page a dozen requests.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 4 },
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'overlay', test: /@ariakit|@floating-ui|ui\/(?:dialog|menu)/, minShareCount: 2, priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: instance, changeOrigin: false },
      '/millwright.json': { target: instance, changeOrigin: false },
    },
  },
}))
