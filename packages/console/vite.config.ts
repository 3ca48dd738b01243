import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliFiles } from './brotli-files.ts'

/** Where `npm run dev` finds an instance. */
const instance = process.env.MILLWRIGHT_DEV_INSTANCE ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), brotliFiles()],
  build: {
    target: ['chrome125', 'firefox129', 'safari18'],
    modulePreload: { polyfill: false },
    // Data addresses aside, everything is a file of its own: the pages forbid inline code.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: instance, changeOrigin: false },
      '/millwright.json': { target: instance, changeOrigin: false },
    },
  },
})
