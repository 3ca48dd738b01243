import { parseAst } from 'rolldown/parseAst'
import type { SourceFile } from './source-files.ts'
import { isNode, walk } from './syntax-tree.ts'

/** A text in a source, with its position; not in a comment, and not a module specifier. */
export interface WrittenText {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Strings, templates and JSX texts of a TypeScript source; template values become `{}`. */
export function writtenTexts({ path, text: source }: SourceFile): readonly WrittenText[] {
  const found: WrittenText[] = []
  const note = (text: string, start: number) => {
    if (/\p{L}/u.test(text)) found.push({ path, line: source.slice(0, start).split('\n').length, text: text.trim() })
  }
  walk(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (/^(Import|Export(All|Named))/.test(node.type)) return node.type === 'ExportNamedDeclaration'
    if (node.type === 'Literal' && typeof node.value === 'string') note(node.value, node.start)
    if (node.type === 'JSXText' && typeof node.value === 'string') note(node.value.replace(/\s+/g, ' '), node.start)
    if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) note(joined(node.quasis), node.start)
    return true
  })
  return found
}

function joined(quasis: readonly unknown[]): string {
  return quasis
    .map((quasi) =>
      isNode(quasi) && typeof quasi.value === 'object' && quasi.value && 'cooked' in quasi.value
        ? String(quasi.value.cooked)
        : '',
    )
    .join('{}')
}
