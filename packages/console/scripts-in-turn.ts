import type { Plugin } from 'vite'

const entry = /\s*<script type="module" crossorigin src="[^"]+"><\/script>/
const needed = /<link rel="modulepreload" crossorigin href="([^"]+)">/g

/**
 * Asks for what the entry needs as scripts before it. Preloaded, they would all run with the entry in one go; in turn,
 * the browser can draw and listen between them.
 */
export function scriptsInTurn(): Plugin {
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
