import { type ESTree, parseAst, Visitor } from 'vite'

export interface FoundMessages {
  /** Name of the catalogue. */
  readonly name: string
  readonly messages: readonly { readonly name: string; readonly text: string }[]
  /** Start and end of the object that contains them. */
  readonly start: number
  readonly end: number
}

/**
 * Returns the object that a source passes to `catalogue`, or exports as `translation`; `null` if it does neither.
 * @throws {Error} if a value in it is not plain text
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

/** Returns a string literal, or the concatenation of several for long texts. */
function textOf(value: ESTree.Expression): string | null {
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : null
  if (value.type === 'TemplateLiteral' && value.expressions.length === 0) return value.quasis[0]?.value.cooked ?? null
  if (value.type !== 'BinaryExpression' || value.operator !== '+') return null
  const left = textOf(value.left)
  const right = textOf(value.right)
  return left === null || right === null ? null : left + right
}
