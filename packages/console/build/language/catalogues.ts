import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, parseAst, Visitor } from 'vite'
import { type MessageCode, messageCode } from './icu-code.ts'
import { messagesIn } from './messages-in.ts'
import { pseudo } from './pseudo.ts'

const sources = join(import.meta.dirname, '../../src')
const own = join(sources, 'language')
const file = /\/messages(?:\.([a-z]{2}))?\.ts(\?pseudo)?$/
/** Beside English, which is in the code. */
const others = ['de']

/**
 * Compiles the messages of `messages.ts` and of their translations in `messages.de.ts`, so that no parser is needed where the console
 * runs, and has all code that is fetched later wait for its messages.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    transform(code, id) {
      const changed = compiledSource(code, id)
      return changed === null ? null : { code: changed, map: null }
    },
  }
}

/** What becomes of a source; null: it stays as it is. */
export function compiledSource(code: string, id: string): string | null {
  const path = id.replace(/\?.*$/, '')
  if (!path.startsWith(sources) || !/\.tsx?$/.test(path)) return null
  return file.test(id) ? compiled(code, id, path) : waiting(code, path)
}

/** The source with its messages compiled; null when it has none. */
function compiled(code: string, id: string, path: string): string | null {
  const [, language, asPseudo] = file.exec(id) ?? []
  const found = messagesIn(code, path)
  if (found === null) return null
  const helpers = new Set<string>()
  const members = found.messages.map(({ name, text }) => {
    const { expression, helpers: needed } = codeOf(text, asPseudo !== undefined, `${path}: ${name}`)
    for (const helper of needed) helpers.add(helper)
    return `  ${JSON.stringify(name)}: ${expression}`
  })
  const texts = `{\n${members.join(',\n')}\n}`
  const imports = importsOf(helpers, path)
  if (language !== undefined || asPseudo !== undefined) return `${imports}export const translation = ${texts}\n`
  const loaders = [
    ...others
      .filter((other) => existsSync(join(dirname(path), `messages.${other}.ts`)))
      .map((other) => `${other}: () => import('./messages.${other}.ts')`),
    "xx: () => import('./messages.ts?pseudo')",
  ]
  return `${imports}${code.slice(0, found.start)}${texts}, { ${loaders.join(', ')} }${code.slice(found.end)}`
}

function codeOf(text: string, asPseudo: boolean, where: string): MessageCode {
  try {
    if (!asPseudo) return messageCode(text)
    return messageCode(`[${text}]`, pseudo)
  } catch (error) {
    throw new Error(`${where}: '${text}' is not in ICU's format.`, { cause: error })
  }
}

function importsOf(helpers: ReadonlySet<string>, path: string): string {
  const formats = [...helpers].filter((name) => name !== 'rich')
  return [
    ...(formats.length > 0 ? [`import { ${formats.join(', ')} } from ${importPath(path, 'format.ts')}\n`] : []),
    ...(helpers.has('rich') ? [`import { rich } from ${importPath(path, 'rich.ts')}\n`] : []),
  ].join('')
}

function importPath(path: string, name: string): string {
  return JSON.stringify(`./${relative(dirname(path), join(own, name))}`)
}

/** The source with `import('./other.tsx')` waiting for the messages that come to be needed; null when it has none. */
function waiting(code: string, path: string): string | null {
  if (path.startsWith(own) || !code.includes('import(')) return null
  const places: { readonly start: number; readonly end: number }[] = []
  new Visitor({
    ImportExpression({ start, end, source }) {
      if (source.type === 'Literal' && typeof source.value === 'string' && source.value.startsWith('.'))
        places.push({ start, end })
    },
  }).visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  if (places.length === 0) return null
  let changed = code
  for (const { start, end } of places.toReversed())
    changed = `${changed.slice(0, start)}withMessages(${changed.slice(start, end)})${changed.slice(end)}`
  return `import { withMessages } from ${importPath(path, 'catalogue.ts')}\n${changed}`
}
