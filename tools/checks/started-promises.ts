import { parseAst } from 'rolldown/parseAst'
import { isTest, type SourceFile } from './source-files.ts'
import { isNode, type SyntaxNode, walk } from './syntax-tree.ts'

/**
 * Promises that are started, and heard only after another one was awaited: if such a promise rejects meanwhile, Node ends the process. Only what
 * runs in a server's process; calls of which nothing tells that they return a promise are left out.
 */
export function startedPromises(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^packages\/(?:instance|connector[^/]*|cli)\/src\//.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      found(text).map(
        ({ start }) =>
          `${path}:${text.slice(0, start).split('\n').length} starts a promise that is heard after another: await them together`,
      ),
    )
}

function found(source: string): readonly SyntaxNode[] {
  if (!source.includes('await')) return []
  const tree = parseAst(source, { lang: 'ts' })
  const unheard: SyntaxNode[] = []
  const functions: unknown[] = [tree]
  walk(tree, (node) => {
    if (isFunction(node)) functions.push(node.body)
    if (isTogether(node)) unheard.push(...startedInList(node))
    return true
  })
  return [...unheard, ...functions.flatMap(startedIn)]
}

const isFunction = ({ type }: SyntaxNode) => /^(?:ArrowFunction|Function)/.test(type)

/** `Promise.all([…])` and the like. */
function isTogether({ type, callee }: SyntaxNode): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee.object)) return false
  return callee.object.name === 'Promise'
}

const argumentsOf = ({ arguments: given }: SyntaxNode): readonly SyntaxNode[] =>
  Array.isArray(given) ? given.filter(isNode) : []

const itemsOf = (call: SyntaxNode): readonly SyntaxNode[] => {
  const [{ elements } = { elements: [] }] = argumentsOf(call)
  return Array.isArray(elements) ? elements.filter(isNode) : []
}

/** `Promise.all([first(), await second()])` */
function startedInList(call: SyntaxNode): readonly SyntaxNode[] {
  const items = itemsOf(call)
  return items.filter(
    (item, at) => item.type === 'CallExpression' && items.slice(at + 1).some((later) => awaitsOf(later).length > 0),
  )
}

/** Nodes of a function, without those of functions in it. */
function own(body: unknown, wanted: (node: SyntaxNode) => boolean): readonly SyntaxNode[] {
  const nodes: SyntaxNode[] = []
  walk(body, (node) => {
    if (isFunction(node)) return false
    if (wanted(node)) nodes.push(node)
    return true
  })
  return nodes
}

const awaitsOf = (body: unknown) =>
  own(body, ({ type, await: each }) => type === 'AwaitExpression' || (type === 'ForOfStatement' && each === true))

function startedIn(body: unknown): readonly SyntaxNode[] {
  const awaits = awaitsOf(body)
  if (awaits.length < 2) return []
  const calls = own(
    body,
    ({ type, init }) => type === 'VariableDeclarator' && isNode(init) && init.type === 'CallExpression',
  )
  return calls.filter(({ id, end }) => {
    if (!isNode(id) || id.type !== 'Identifier') return false
    const uses = usesOf(body, String(id.name)).filter(({ start }) => start > end)
    const [first] = uses
    if (first === undefined || !uses.some((use) => isHeard(body, use))) return false
    return awaits.some((each) => each.start > end && each.end < first.start)
  })
}

function usesOf(body: unknown, name: string): readonly SyntaxNode[] {
  const uses: SyntaxNode[] = []
  walk(body, (node) => {
    if (node.type === 'Identifier' && node.name === name) uses.push(node)
    return true
  })
  return uses
}

/** Whether a variable is awaited, alone or with others, which tells that it holds a promise. */
function isHeard(body: unknown, { start }: SyntaxNode): boolean {
  const isUse = (node: unknown) => isNode(node) && node.type === 'Identifier' && node.start === start
  let heard = false
  walk(body, (node) => {
    if (node.type === 'AwaitExpression' && isUse(node.argument)) heard = true
    if (isTogether(node) && itemsOf(node).some(isUse)) heard = true
    return !heard
  })
  return heard
}
