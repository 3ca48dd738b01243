import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compiler } from 'markdown-to-jsx/html'
import type { Plugin } from 'vite'

/** The folder of the Markdown sources (docs/guide). */
const source = join(import.meta.dirname, '../../../docs/guide')
const target = 'guide'

/**
 * Adds the guide to the built console: an HTML page for each Markdown page, with its pictures. Served with the console, it needs no
 * internet access and no scripts.
 */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    async generateBundle() {
      for (const { path, content } of await guideFiles()) {
        this.emitFile({ type: 'asset', fileName: `${target}/${path}`, source: content })
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${target}`, (request, response, next) => {
        const path = (request.url ?? '').replace(/^\/|\?.*$/g, '') || 'index.html'
        guideFiles().then((files) => {
          const found = files.find((file) => file.path === path)
          if (found === undefined) return next()
          response.setHeader(
            'content-type',
            path.endsWith('.css') ? 'text/css' : path.endsWith('.png') ? 'image/png' : 'text/html',
          )
          response.end(found.content)
        }, next)
      })
    },
  }
}

interface GuideFile {
  readonly path: string
  readonly content: string | Uint8Array
}

async function guideFiles(): Promise<GuideFile[]> {
  const names = await readdir(source)
  const pictures = new Set(await readdir(join(source, 'pictures')))
  const pages = names.filter((name) => name.endsWith('.md'))
  return [
    { path: 'guide.css', content: await readFile(join(import.meta.dirname, 'guide.css'), 'utf8') },
    ...(await Promise.all(
      pages.map(async (name) => ({
        path: addressOf(name),
        content: guidePage(await readFile(join(source, name), 'utf8'), pictures, languageOf(name)),
      })),
    )),
    ...(await Promise.all(
      [...pictures].map(async (name) => ({
        path: `pictures/${name}`,
        content: await readFile(join(source, 'pictures', name)),
      })),
    )),
  ]
}

/** The index is the page of the folder. */
const addressOf = (name: string): string => name.replace(/^README\./, 'index.').replace(/\.md$/, '.html')

/** `README.de.md` is in German. */
const languageOf = (name: string): string => /\.([a-z]{2})\.md$/.exec(name)?.[1] ?? 'en'

/**
 * Renders a page of the guide as HTML. `pictures`: names of the existing ones; `name.dark.png` is shown in the dark colour scheme.
 * `language`: of the page.
 */
export function guidePage(markdown: string, pictures: ReadonlySet<string>, language = 'en'): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Guide'
  const body = compiler(markdown, { disableParsingRawHTML: true, wrapper: 'main', forceWrapper: true })
    .replace(
      /href="(?!https?:)([a-z0-9-]+|README)\.md(#[^"]*)?"/gi,
      (_, name: string, part = '') => `href="${addressOf(`${name}.md`)}${part}"`,
    )
    .replace(/href="(?:\.\.\/)+[^"]*"/g, 'class="elsewhere"')
    .replace(/<img[^>]*src="pictures\/([^"]+)\.png"[^>]*>/g, (image, name: string) => withDark(image, name, pictures))
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Millwright guide</title>
<link rel="stylesheet" href="guide.css">
</head>
<body>
<nav aria-label="Guide"><a href="index.html" lang="en">Guide</a> <a href="index.de.html" lang="de">Anleitung</a></nav>
${body}
</body>
</html>
`
}

function withDark(image: string, name: string, pictures: ReadonlySet<string>): string {
  const dark = `${name}.dark.png`
  if (!pictures.has(dark)) return image
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="pictures/${dark}">${image}</picture>`
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
