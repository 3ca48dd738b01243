import { type ESTree, parseAst } from 'vite'

/** A text of the user interface in code. */
export interface ScreenText {
  readonly start: number
  /** In ICU format, with the names of its values as arguments. */
  readonly message: string
}

export interface FoundTexts {
  readonly texts: readonly ScreenText[]
  /** Sentences from pieces. */
  readonly left: readonly { readonly start: number; readonly why: string }[]
}

type Node = ESTree.Node

/** Attributes that never contain texts. */
const codeAttributes =
  /^(?:className|id|type|role|name|href|rel|target|autoComplete|variant|tone|size|as|align|kind|key|to|search|from|mode|width|height|viewBox|d|fill|stroke|aria-(?:keyshortcuts|labelledby|describedby|controls|live|haspopup))$/
/** Names of keys, headers and similar. */
const keyNames = /^(?:Delete|Home|End|Page|Space|Tab|Enter|Copy)$/
const codeWords =
  /^(?:Enter|Escape|Esc|Backspace|Delete|Space|Tab|Home|End|Page(?:Up|Down)|Arrow\w+|Control\+.*|Ctrl|Shift|Alt|Meta|noopener.*|ETag|If-Match|If-None-Match|Content-Type|Retry-After|\w+Error|application\/.*|\p{Lu}\w*\p{Ll}\w*\p{Lu}\w*|\w+ (?:ASC|DESC|asc|desc)|[A-Z]{2,}(?: [A-Z]{2,})+|id in .*|button, input, a|(?:txt md|graphql git|py php).*|\(?\w+ (?:not )?(?:like|in|is) (?:\(|x|(?:not )?null).*|\(x\) AND \(x\)|\((?:\w+, )+\w+\)|Basic x|[Mm][\dx] [\dxCHVhvZ ]+|\d+px solid .*|underline wavy .*|(?:calc|translate)\(.*|allow-same-origin .*)$/u
/** Names of object members that contain texts, even single words. */
const textMembers =
  /^(?:label|title|text|help|hint|placeholder|purpose|description|what|name|caption|heading|question|action|done|doing|module|aria-label|alt|about|empty|words?)$/i

function looksLikeText(text: string, isLabel = false): boolean {
  const trimmed = text.trim()
  if (isLabel && keyNames.test(trimmed)) return true
  if (!/\p{L}{2}/u.test(trimmed) || codeWords.test(trimmed)) return false
  return /^[^\p{L}]{0,3}\p{Lu}\p{Ll}/u.test(trimmed) || isProse(trimmed)
}

/** A template with `x` in place of its values. */
const joined = ({ quasis }: ESTree.TemplateLiteral) =>
  quasis
    .map(({ value }) => value.cooked)
    .join('x')
    .replace(/x+(?=x)/g, '')

/** Words separated by spaces, with numbers and punctuation; at least two, or one next to a number or value. */
function isProse(text: string): boolean {
  if (!/^[\p{L}\p{N} ,.:;?!…’'()%“”„"–—·+×~≈→-]+$/u.test(text)) return false
  const words = text.split(/ +/)
  return words.length > 1 && words.some((word) => /^[(“„"]?\p{L}[\p{L}’'-]+[,.:;?!…)”"]*$/u.test(word))
}

/** The texts of a console source that are not in a catalogue yet. */
export function screenTexts(source: string, path: string): FoundTexts {
  const texts: ScreenText[] = []
  const left: { start: number; why: string }[] = []
  const taken = new Set<Node>()

  const visit = (node: Node, above: readonly Node[]): void => {
    if (taken.has(node) || isCode(node)) return
    const parent = above.at(-1)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') sentence(node, above)
    const label = parent?.type === 'Property' && parent.value === node && textMembers.test(nameOf(parent.key))
    if (node.type === 'Literal' && typeof node.value === 'string' && looksLikeText(node.value, label)) {
      if (mayHoldText(node, parent, node.value)) texts.push({ start: node.start, message: escaped(node.value) })
    }
    if (node.type === 'TemplateLiteral' && looksLikeText(joined(node))) {
      if (parent?.type !== 'TaggedTemplateExpression') texts.push({ start: node.start, message: templateMessage(node) })
    }
    for (const child of childrenOf(node)) visit(child, [...above, node])
  }

  /** Text between tags, including values; with elements in between, it is a sentence from pieces. */
  const sentence = (element: ESTree.JSXElement | ESTree.JSXFragment, above: readonly Node[]) => {
    const parts = element.children.filter((child) => child.type !== 'JSXText' || child.value.trim() !== '')
    const written = parts.filter((child) => child.type === 'JSXText').filter(({ value }) => /\p{L}{2}/u.test(value))
    const [first] = written
    if (first === undefined) return
    const simple = parts.every(
      (child) => child.type === 'JSXText' || (child.type === 'JSXExpressionContainer' && isValue(child.expression)),
    )
    const single = parts.length === 1 || written.every(({ value }) => value.trim() === value)
    if (simple && !above.every(({ type }) => !/Function/.test(type))) {
      const values: Record<string, string> = {}
      const pieces = element.children.map((child) => {
        if (child.type === 'JSXText') return escaped(shown(child.value))
        if (child.type !== 'JSXExpressionContainer') return ''
        const { expression } = child
        if (expression.type === 'Literal') return escaped(String(expression.value))
        return `{${named(values, expression)}}`
      })
      texts.push({ start: element.children[0]?.start ?? 0, message: pieces.join('') })
      for (const child of element.children) taken.add(child)
      return
    }
    for (const child of written) {
      if (!single) left.push({ start: child.start, why: 'is part of a sentence with elements' })
      else {
        const lead = child.value.length - child.value.trimStart().length
        texts.push({ start: child.start + lead, message: escaped(child.value.trim().replace(/\s+/g, ' ')) })
      }
      taken.add(child)
    }
  }

  const templateMessage = (node: ESTree.TemplateLiteral): string => {
    const values: Record<string, string> = {}
    const pieces = node.quasis.map(({ value }, index) => {
      const expression = node.expressions[index]
      return escaped(value.cooked ?? '') + (expression === undefined ? '' : `{${named(values, expression)}}`)
    })
    return pieces.join('')
  }

  const named = (values: Record<string, string>, expression: Node): string => {
    const code = source.slice(expression.start, expression.end)
    const wished = /(\w+)(?:\(.*\))?$/s.exec(code)?.[1] ?? ''
    const base = /^[a-z]\w*$/i.test(wished) ? wished : 'value'
    const name = [base, ...Array.from({ length: 9 }, (_, index) => `${base}${index + 2}`)].find(
      (each) => !(each in values) || values[each] === code,
    )
    values[name ?? base] = code
    return name ?? base
  }

  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), [])
  return { texts, left }
}

/** Normalizes whitespace like JSX: line breaks and their indentation become one space, and none at the ends. */
function shown(text: string): string {
  return text.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' ')
}

function isValue(expression: Node): boolean {
  return /^(Identifier|MemberExpression|CallExpression|Literal|ChainExpression)$/.test(expression.type)
}

/** Whether strings of this node are code: imports, types, comparisons. */
function isCode({ type }: Node): boolean {
  return /^(Import|ExportAll|TS(?!AsExpression|SatisfiesExpression|NonNull))/.test(type)
}

function mayHoldText(node: Node, parent: Node | undefined, text: string): boolean {
  if (parent?.type === 'BinaryExpression' || parent?.type === 'SwitchCase') return false
  if (parent?.type === 'MemberExpression') return false
  if (parent?.type === 'JSXAttribute') return !codeAttributes.test(nameOf(parent.name))
  if (parent?.type === 'Property') {
    if (parent.key === node) return false
    return text.includes(' ') || textMembers.test(nameOf(parent.key)) || /^\p{Lu}\p{Ll}/u.test(text)
  }
  return true
}

function nameOf(node: Node): string {
  if ('name' in node && typeof node.name === 'string') return node.name
  return node.type === 'Literal' ? String(node.value) : ''
}

/** Escapes braces, and `<` before a letter, which have a meaning in ICU format. */
function escaped(text: string): string {
  return text.replace(/[{}]+|<(?=[\p{L}/])/gu, "'$&'")
}

function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
