import { type ESTree, parseAst, Visitor } from 'vite'

export interface FoundMessages {
  /** What the catalogue is called. */
  readonly name: string
  readonly messages: readonly { readonly name: string; readonly text: string }[]
  /** Where the object that holds them begins and ends. */
  readonly start: number
  readonly end: number
}

/**
 * The object that a source gives to `catalogue`, or exports as `translation`; null when it does neither.
 * @throws {Error} when something in it is no plain text
 */
export function messagesIn(code: string, path: string): FoundMessages | null {
  const found: ESTree.ObjectExpression[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 'catalogue' && first?.type === 'ObjectExpression')
        found.push(first)
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && id.name === 'translation' && init?.type === 'ObjectExpression') found.push(init)
    },
  }).visit(parseAst(code, { lang: 'ts' }))
  const [object, another] = found
  if (object === undefined) return null
  if (another !== undefined) throw new Error(`${path} has two catalogues.`)
  const messages = object.properties.map((property) => {
    const message =
      property.type === 'Property' && !property.computed
        ? { name: nameOf(property.key), text: textOf(property.value) }
        : null
    const { name, text } = message ?? {}
    if (name == null || text == null)
      throw new Error(`${path}: '${code.slice(property.start, property.end)}' is no name with a plain text.`)
    return { name, text }
  })
  const [, name = ''] =
    /export const (\w+)(?:: [^=]+)? = /.exec(code.slice(0, object.start).split('\n').at(-1) ?? '') ?? []
  return { name, messages, start: object.start, end: object.end }
}

function nameOf(key: ESTree.PropertyKey): string | null {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null
}

/** Long texts are put together of several strings. */
function textOf(value: ESTree.Expression): string | null {
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : null
  if (value.type === 'TemplateLiteral' && value.expressions.length === 0) return value.quasis[0]?.value.cooked ?? null
  if (value.type !== 'BinaryExpression' || value.operator !== '+') return null
  const [left, right] = [textOf(value.left), textOf(value.right)]
  return left === null || right === null ? null : left + right
}
