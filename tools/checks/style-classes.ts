import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

const imported = /import (\w+) from '([^']+\.module\.css)'/g

/** Complaints about classes that are applied and have no rule, and about rules whose class nobody applies. */
export function classComplaints(sheets: readonly SourceFile[], sources: readonly SourceFile[]): string[] {
  const words = new Set(sources.flatMap(({ text }) => [...text.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word)))
  const uses = sources.flatMap(usesIn)
  return sheets.flatMap(({ path, text }) => {
    const classes = classesIn(text)
    const ofSheet = uses.filter(({ sheet }) => sheet === path)
    const applied = new Set(ofSheet.flatMap((use) => use.names))
    const patterns = ofSheet.flatMap((use) => use.patterns)
    const isApplied = (name: string) =>
      applied.has(name) || patterns.some((pattern) => (pattern === null ? words.has(name) : pattern.test(name)))
    return [
      ...ofSheet.flatMap(({ file, names }) =>
        names
          .filter((name) => !classes.has(name))
          .map((name) => `${file} applies .${name}, which ${path} does not have`),
      ),
      ...[...classes].filter((name) => !isApplied(name)).map((name) => `${path} has .${name}, which nobody applies`),
    ]
  })
}

interface Use {
  readonly file: string
  readonly sheet: string
  readonly names: readonly string[]
  /** What computed names look like: a pattern for templates, `null` for any other expression. */
  readonly patterns: readonly (RegExp | null)[]
}

function usesIn({ path, text }: SourceFile): Use[] {
  return [...text.matchAll(imported)].map(([, name = '', sheet = '']) => ({
    file: path,
    sheet: posix.join(posix.dirname(path), sheet),
    names: [...text.matchAll(new RegExp(`(?<![\\w./'-])${name}\\.(\\w+)`, 'g'))].map(([, found = '']) => found),
    patterns: [...text.matchAll(new RegExp(`(?<![\\w./'-])${name}\\[([^\\]]+)\\]`, 'g'))].map(([, found = '']) =>
      found.startsWith('`') ? new RegExp(`^${found.slice(1, -1).replace(/\$\{[^}]*\}/g, '.+')}$`) : null,
    ),
  }))
}

/** The classes in the selectors of a style sheet. */
function classesIn(text: string): ReadonlySet<string> {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const selectors = [...plain.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector)
  return new Set(selectors.flatMap((one) => [...one.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)))
}
