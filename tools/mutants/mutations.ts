import { parseAst, Visitor } from 'vite'

/** One change of a source text that its tests should notice. */
export interface Mutation {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const swapped: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
}

/** All mutations of a source text, in order. Each keeps the text valid TypeScript; some may not change what it does. */
export function mutationsOf(path: string, source: string): readonly Mutation[] {
  const found: Mutation[] = []
  const types = new Set<number>()
  const replace = ({ start, end }: Pick<Mutation, 'start' | 'end'>, replacement: string) => {
    if (!types.has(start) && source.slice(start, end) !== replacement) found.push({ start, end, replacement })
  }
  const swapOperator = (left: { end: number }, operator: string, right: { start: number }) => {
    const other = swapped[operator]
    const at = source.indexOf(operator, left.end)
    if (other === undefined || at < 0 || at >= right.start) return
    replace({ start: at, end: at + operator.length }, other)
  }
  new Visitor({
    BinaryExpression: ({ left, operator, right }) => swapOperator(left, operator, right),
    LogicalExpression: ({ left, operator, right }) => swapOperator(left, operator, right),
    UnaryExpression: (node) => {
      if (node.operator === '!') replace(node, source.slice(node.argument.start, node.argument.end))
    },
    IfStatement: ({ test }) => replace(test, 'false'),
    ConditionalExpression: ({ test }) => replace(test, `!(${source.slice(test.start, test.end)})`),
    TSLiteralType: ({ start }) => void types.add(start),
    Literal: (node) => {
      if (typeof node.value === 'boolean') replace(node, String(!node.value))
      // Most numbers are limits and durations, of which nobody relies on one more.
      else if (typeof node.value === 'number') replace(node, node.value === 0 ? '1' : '0')
    },
    ExpressionStatement: (node) => {
      const called = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression
      if (called.type === 'CallExpression') replace(node, ';')
    },
  }).visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found.sort((one, other) => one.start - other.start || one.end - other.end)
}

export function mutated(source: string, { start, end, replacement }: Mutation): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

/** `path:line: before → after`, for the line on which the mutation begins. */
export function describeMutation(path: string, source: string, mutation: Mutation): string {
  const from = source.lastIndexOf('\n', mutation.start - 1) + 1
  const lineAt = (text: string) => text.slice(from, (text.indexOf('\n', from) + 1 || text.length + 1) - 1).trim()
  const line = source.slice(0, mutation.start).split('\n').length
  return `${path}:${line}: ${lineAt(source)} → ${lineAt(mutated(source, mutation)) || '(removed)'}`
}

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
