import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseAst } from 'vite'
import { messageCode } from './icu-code.ts'
import { type FoundMessages, messagesIn } from './messages-in.ts'

type Node = ESTree.Node

/** A range of a source and its replacement. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly code: string
}

export interface Inlined {
  readonly edits: readonly Edit[]
  /** Functions of `src/language` that the edits call. */
  readonly helpers: readonly string[]
  /** Additional import statements, as lines. */
  readonly imports: readonly string[]
  /** Files from which the texts were read. */
  readonly read: readonly string[]
}

const imported = /\bfrom '(\.[^']*\/messages\.ts)'/g

/** Returns the files with messages that a source imports. */
export function messageFilesOf(code: string, path: string): readonly string[] {
  return [...code.matchAll(imported)].map(([, from = '']) => join(dirname(path), from))
}

/** Returns the short name of a message in the output, derived from its index among the English ones. */
export function shortName(index: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const last = letters[index % letters.length] ?? ''
  return index < letters.length ? last : shortName(Math.floor(index / letters.length) - 1) + last
}

/** Name of the object with all messages by their own names, for code that passes them on. It is tree-shaken if unused. */
export function wholeName(exported: string): string {
  return `${exported}$whole`
}

/**
 * Inlines English where it is used: `t.save` becomes `(t.a ?? "Save")`. So each text is in the chunk of the code that shows it, and its key
 * in a translation is short. A catalogue that is passed on as a whole is not inlined. A property that reads a message when its file is loaded,
 * which is before translations are, becomes a getter: `{ label: t.name }` reads as `{ get label() { return t.name } }`.
 * @throws {Error} if a name in the source shadows a catalogue, a message is missing, or one is read when the file is loaded, outside of a property
 */
export function inlineMessages(code: string, path: string): Inlined {
  const read = messageFilesOf(code, path)
  const edits: Edit[] = []
  const helpers = new Set<string>()
  const imports = new Set<string>()
  if (read.length === 0) return { edits, helpers: [], imports: [], read }
  const program = parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const catalogues = cataloguesOf(program, path)

  const late = new Set<Late>()
  const visit = (node: Node, parent: Node | null, loading: Loading): void => {
    if (isType(node)) return
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed) {
      const messages = catalogues.get(node.object.name)?.messages
      if (messages !== undefined && node.property.type === 'Identifier') {
        const { name } = node.property
        const index = messages.findIndex((message) => message.name === name)
        const message = messages[index]
        if (message === undefined) throw new Error(`${path}: no message '${name}' in '${node.object.name}'.`)
        if (loading.property !== null) late.add(loading.property)
        else if (loading !== later)
          throw new Error(`${path}: '${name}' is read when the file is loaded, outside of a property.`)
        const { expression, helpers: needed } = messageCode(message.text)
        for (const helper of needed) helpers.add(helper)
        edits.push({
          start: node.start,
          end: node.end,
          code: `(${node.object.name}.${shortName(index)} ?? (${expression}))`,
        })
        return
      }
    }
    if (node.type === 'Identifier') {
      const known = catalogues.get(node.name)
      if (known !== undefined && !isName(node, parent)) {
        if (parent !== null && binds(node, parent)) throw new Error(`${path}: '${node.name}' hides a catalogue.`)
        const shorthand = parent?.type === 'Property' && parent.shorthand ? `${node.name}: ` : ''
        edits.push({ start: node.start, end: node.end, code: shorthand + wholeName(node.name) })
        imports.add(known.whole)
        return
      }
    }
    const inside = loadingIn(node, loading)
    for (const child of childrenOf(node)) visit(child, node, inside)
  }
  visit(program, null, { property: null, isWhole: false })
  for (const { key, start, value } of late) {
    edits.push({ start, end: value.start, code: `get ${code.slice(key.start, key.end)}() { return ` })
    edits.push({ start: value.end, end: value.end, code: ' }' })
  }
  return { edits, helpers: [...helpers], imports: [...imports], read }
}

type Late = Pick<ESTree.ObjectProperty, 'key' | 'start'> & { readonly value: Pick<Node, 'start' | 'end'> }

/** What a node is part of when its file is loaded. */
interface Loading {
  /** The property that becomes a getter if the node reads a message; `null`: none, or the node runs later. */
  readonly property: Late | null
  /** Whether properties below do not become getters themselves. */
  readonly isWhole: boolean
}

const later: Loading = { property: null, isWhole: true }

function loadingIn(node: Node, loading: Loading): Loading {
  if (/Function|^(?:Method|Property)Definition$/.test(node.type)) return later
  if (loading.isWhole) return loading
  if (node.type === 'ObjectPattern') return { property: null, isWhole: true }
  // A spread would read the getters of the other object early.
  const isMerged = node.type === 'ObjectExpression' && node.properties.some(({ type }) => type === 'SpreadElement')
  if (isMerged && loading.property !== null) return { ...loading, isWhole: true }
  const isValue = node.type === 'Property' && node.kind === 'init' && !node.method && !node.computed && !node.shorthand
  return isValue ? { property: node, isWhole: false } : loading
}

interface Known {
  readonly messages: FoundMessages['messages']
  /** The import of the whole catalogue. */
  readonly whole: string
}

/** Returns the catalogues that a source imports, by their local names. */
function cataloguesOf(program: ESTree.Program, path: string): ReadonlyMap<string, Known> {
  return new Map(
    program.body.flatMap((node) => {
      if (node.type !== 'ImportDeclaration' || !node.source.value.endsWith('/messages.ts')) return []
      const file = join(dirname(path), node.source.value)
      const found = messagesIn(readFileSync(file, 'utf8'), file)
      if (found === null || node.importKind === 'type') return []
      return node.specifiers.flatMap((specifier) => {
        const { name } = specifier.local
        if (specifier.type !== 'ImportSpecifier' || source(specifier.imported) !== found.name) return []
        const whole = `import { ${wholeName(found.name)} as ${wholeName(name)} } from '${node.source.value}'`
        return [[name, { messages: found.messages, whole }] as const]
      })
    }),
  )
}

function source(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

function isType({ type }: Node): boolean {
  return /^(?:Import|TS(?!AsExpression|SatisfiesExpression|NonNull))/.test(type)
}

/** Whether the identifier only names a member. */
function isName(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed
  return parent?.type === 'Property' && parent.key === node && !parent.computed
}

function binds(node: Node, parent: Node): boolean {
  if (parent.type === 'VariableDeclarator') return parent.id === node
  return 'params' in parent && Array.isArray(parent.params) && parent.params.some((each) => each === node)
}

function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
