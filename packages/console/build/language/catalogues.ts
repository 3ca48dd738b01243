import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, parseAst, Visitor } from 'vite'
import { codeName, type MessageCode, messageCode, valuesOf } from './icu-code.ts'
import { type Edit, inlineMessages, messageFilesOf, shortName, wholeName } from './inline-messages.ts'
import { messagesIn } from './messages-in.ts'
import { pseudo } from './pseudo.ts'

const sources = join(import.meta.dirname, '../../src')
const own = join(sources, 'language')
const file = /\/messages(?:\.([a-z]{2}))?\.ts(\?pseudo)?$/

/**
 * Compiles the messages of `messages.ts` and of their translations in `messages.de.ts`, so that the console needs no parser at run time,
 * inlines the English ones where they are used, and makes all dynamically imported code wait for its messages.
 */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    transform(code, id) {
      const changed = compiledSource(code, id)
      if (changed === null) return null
      for (const read of messageFilesOf(code, pathOf(id))) this.addWatchFile(read)
      return { code: changed, map: null }
    },
  }
}

/** Returns the compiled source, or `null` if it stays as it is. */
export function compiledSource(code: string, id: string): string | null {
  const path = pathOf(id)
  if (!path.startsWith(sources) || !/\.tsx?$/.test(path)) return null
  return file.test(id) ? compiled(code, id, path) : used(code, path)
}

function pathOf(id: string): string {
  return id.replace(/\?.*$/, '')
}

/** Returns the source with its messages compiled, or `null` if it has none. */
function compiled(code: string, id: string, path: string): string | null {
  const [, language, asPseudo] = file.exec(id) ?? []
  const found = messagesIn(code, path)
  if (found === null) return null
  const folder = dirname(path)
  const codes = found.messages.map(({ name, text }) => ({
    name,
    text,
    code: codeOf(text, asPseudo !== undefined, `${path}: ${name}`),
  }))
  const imports = importsOf(
    codes.flatMap(({ code: { helpers } }) => helpers),
    path,
  )
  if (language !== undefined || asPseudo !== undefined) {
    const english = messagesIn(readFileSync(join(folder, 'messages.ts'), 'utf8'), path)?.messages ?? []
    const places = new Map(english.map(({ name, text }, index) => [name, { place: shortName(index), text }]))
    const members = codes.flatMap(({ name, text, code: { expression } }) => {
      const known = places.get(name)
      if (known === undefined) return []
      rejectExtraValues(text, known.text, `${path}: ${name}`)
      return [`  ${known.place}: ${expression}`]
    })
    return `${imports}export const translation = {\n${members.join(',\n')}\n}\n`
  }
  const members = codes.map(
    ({ name, code: { expression } }, index) =>
      `  get ${JSON.stringify(name)}() { return ${found.name}.${shortName(index)} ?? (${expression}) }`,
  )
  const whole = `export const ${wholeName(found.name)} = {\n${members.join(',\n')}\n}\n`
  const named = `{}, ${JSON.stringify(relative(sources, folder))}`
  return `${imports}${code.slice(0, found.start)}${named}${code.slice(found.end)}\n${whole}`
}

function codeOf(text: string, asPseudo: boolean, where: string): MessageCode {
  try {
    if (!asPseudo) return messageCode(text)
    return messageCode(`[${text}]`, pseudo)
  } catch (error) {
    throw new Error(`${where}: '${text}' is not in ICU's format.`, { cause: error })
  }
}

/** Throws if a translation has a value or tag that the English text lacks: it would be a function where a string is shown. */
function rejectExtraValues(text: string, english: string, where: string): void {
  const known = valuesOf(english)
  const more = [...valuesOf(text)].filter((value) => !known.has(value))
  if (more.length > 0) throw new Error(`${where}: '${text}' uses ${more.join(', ')}, which the English text does not.`)
}

function importsOf(helpers: readonly string[], path: string): string {
  return [...new Set(helpers)]
    .map((name) => {
      const from = importPath(path, name === 'rich' ? 'rich.ts' : 'format.ts')
      return `import { ${name} as ${codeName(name)} } from ${from}\n`
    })
    .join('')
}

function importPath(path: string, name: string): string {
  return JSON.stringify(`./${relative(dirname(path), join(own, name))}`)
}

/** Transforms a source that shows messages, or dynamically imports code that does; returns `null` if it does neither. */
function used(code: string, path: string): string | null {
  const { edits, helpers, imports } = inlineMessages(code, path)
  const waiting = waits(code, path)
  if (edits.length === 0 && waiting.length === 0) return null
  let changed = code
  for (const { start, end, code: instead } of [...edits, ...waiting].toSorted((one, other) => other.start - one.start))
    changed = changed.slice(0, start) + instead + changed.slice(end)
  const more = waiting.length > 0 ? [`import { loadWithMessages } from ${importPath(path, 'catalogue.ts')}`] : []
  return `${importsOf(helpers, path)}${[...imports, ...more].map((line) => `${line}\n`).join('')}${changed}`
}

/** Makes `import('./other.tsx')` wait for the messages that the imported code needs. */
function waits(code: string, path: string): readonly Edit[] {
  if (path.startsWith(own) || !code.includes('import(')) return []
  const edits: Edit[] = []
  new Visitor({
    ImportExpression({ start, end, source }) {
      if (source.type === 'Literal' && typeof source.value === 'string' && source.value.startsWith('.'))
        edits.push({ start, end, code: `loadWithMessages(${code.slice(start, end)})` })
    },
  }).visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return edits
}
