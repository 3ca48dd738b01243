import { Problem } from '../problem.ts'
import { type FilterNode, operatorNamed } from './node.ts'
import { readList, readQuoted, readValue, Scanner } from './scanner.ts'

/** Limits within which every filter can be parsed, compiled and run. */
export const filterLimits = { length: 200_000, depth: 64, conditions: 500, values: 10_000 } as const

/** Parses a filter (docs/wire/filters.md). Throws a 400 `Problem` with position and reason if it is invalid or too large. */
export function parseFilter(text: string): FilterNode {
  if (text.length > filterLimits.length) {
    throw new Problem(400, `The filter is longer than ${filterLimits.length} characters.`)
  }
  return new FilterParser(text).parse()
}

const operatorAhead =
  /\s*(?:[=!<>]|(?:not\s+)?(?:is\s+(?:not\s+)?null|(?:starts|ends)\s+with|eq|ne|gte?|lte?|like|contains|in)(?!\w))/iy

/** The rest of a field name with spaces, up to an operator. */
const furtherWords = new RegExp(
  `(?:\\s+(?!(?:and|or|xor|nor|not)(?!\\w))[^\\s()'"=<>!&|,:{}]+)+?(?=${operatorAhead.source})`,
  'iy',
)

class FilterParser {
  readonly #scanner: Scanner
  #conditions = 0
  #values = 0
  /** Depth of the tree besides parentheses: each NOR of a chain adds one level. */
  #levels = 0

  constructor(text: string) {
    this.#scanner = new Scanner(text)
  }

  parse(): FilterNode {
    const scanner = this.#scanner
    const node = this.#or(0)
    if (!scanner.done) {
      scanner.fail(
        scanner.next === ')' ? 'a parenthesis closes here that was never opened.' : this.#expected('AND or OR'),
      )
    }
    return node
  }

  #or(depth: number): FilterNode {
    let node = this.#joined('or', /or(?=[\s("]|$)|\|\|/iy, () => this.#xor(depth))
    while (this.#scanner.take(/nor(?=[\s("]|$)/iy) !== null) {
      this.#levels += 1
      node = { kind: 'not', operand: { kind: 'or', operands: [node, this.#xor(depth)] } }
    }
    return node
  }

  #xor(depth: number): FilterNode {
    let node = this.#and(depth)
    while (this.#scanner.take(/xor(?=[\s("]|$)/iy) !== null) {
      this.#levels += 1
      const other = this.#and(depth)
      // Both operands occur twice in the expansion.
      this.#countAgain(node)
      this.#countAgain(other)
      node = eitherAlone(node, other)
    }
    return node
  }

  #and(depth: number): FilterNode {
    return this.#joined('and', /and(?=[\s("]|$)|&&/iy, () => this.#operand(depth))
  }

  #joined(kind: 'and' | 'or', word: RegExp, readOperand: () => FilterNode): FilterNode {
    const first = readOperand()
    const operands = [first]
    while (this.#scanner.take(word) !== null) operands.push(readOperand())
    return operands.length === 1 ? first : { kind, operands }
  }

  #operand(depth: number): FilterNode {
    const scanner = this.#scanner
    scanner.skipBlanks()
    if (depth + this.#levels > filterLimits.depth)
      scanner.fail(`it is nested deeper than ${filterLimits.depth} levels.`)
    if (scanner.take(/not(?=[\s("])/iy) !== null) {
      scanner.skipBlanks()
      const operand = scanner.next === '(' ? this.#group(depth + 1) : this.#operand(depth + 1)
      return { kind: 'not', operand }
    }
    return scanner.next === '(' ? this.#group(depth + 1) : this.#condition()
  }

  #group(depth: number): FilterNode {
    const scanner = this.#scanner
    const opened = scanner.position
    scanner.take(/\(/y)
    const node = this.#or(depth)
    if (scanner.done) scanner.fail('the parenthesis that opens here is never closed.', opened)
    if (scanner.take(/\)\s*/y) === null) scanner.fail(this.#expected('AND, OR or ")"'))
    return node
  }

  #condition(): FilterNode {
    const scanner = this.#scanner
    this.#countCondition()
    const field = this.#field()
    scanner.skipBlanks()
    const negated = scanner.take(/not(?![\w])\s*/iy) !== null
    const plain = this.#comparison(field)
    scanner.skipBlanks()
    return negated ? { kind: 'not', operand: plain } : plain
  }

  #field(): string {
    const scanner = this.#scanner
    if (scanner.next === '"') {
      const quoted = readQuoted(scanner)
      return quoted === '' ? scanner.fail('a field name is empty.') : quoted
    }
    const [, bracketed, ticked] = scanner.take(/\[((?:[^\]]|\]\])+)\]|`((?:[^`]|``)+)`/y) ?? []
    if (bracketed !== undefined) return bracketed.replaceAll(']]', ']')
    if (ticked !== undefined) return ticked.replaceAll('``', '`')
    const word = scanner.take(/[^\s()'"=<>!&|,:{}]+/y)?.[0] ?? scanner.fail(this.#expected('the name of a field'))
    if (scanner.peek(operatorAhead) !== null) return word
    return word + (scanner.take(furtherWords)?.[0] ?? '')
  }

  #comparison(field: string): FilterNode {
    const scanner = this.#scanner
    const start = scanner.position
    const word = scanner.take(/[=!<>]{1,2}|(?:starts|ends)\s+with(?!\w)|is\s+not\s+null(?!\w)|is\s+null(?!\w)|\w+/iy)
    const name = word?.[0].toLowerCase().replace(/\s+/g, ' ') ?? ''
    if (name === 'is null') return { kind: 'null', field }
    if (name === 'is not null') return { kind: 'not', operand: { kind: 'null', field } }
    if (name === 'in') return { kind: 'in', field, values: readList(scanner, () => this.#countValue()) }
    const operator = operatorNamed(name)
    if (operator === undefined) {
      return scanner.fail(
        word === null ? this.#expected(`an operator after "${field}"`) : `"${word[0]}" is not an operator.`,
        start,
      )
    }
    scanner.skipBlanks()
    const { value, bare } = readValue(scanner, name)
    this.#countValue()
    const isNull = bare && value.kind === 'text' && /^null$/i.test(value.text)
    if (isNull && operator === '=') return { kind: 'null', field }
    if (isNull && operator === '!=') return { kind: 'not', operand: { kind: 'null', field } }
    return { kind: 'compare', field, operator, value }
  }

  #countCondition(): void {
    this.#conditions += 1
    if (this.#conditions > filterLimits.conditions) {
      this.#scanner.fail(`it contains more than ${filterLimits.conditions} conditions.`)
    }
  }

  #countAgain(node: FilterNode): void {
    if (node.kind === 'not') this.#countAgain(node.operand)
    else if ('operands' in node) for (const operand of node.operands) this.#countAgain(operand)
    else {
      this.#countCondition()
      if (node.kind !== 'null') this.#countValue(node.kind === 'in' ? node.values.length : 1)
    }
  }

  #countValue(count = 1): void {
    this.#values += count
    if (this.#values > filterLimits.values) this.#scanner.fail(`it contains more than ${filterLimits.values} values.`)
  }

  #expected(what: string): string {
    return this.#scanner.expected(what)
  }
}

/** XOR, for databases without an operator for it. */
function eitherAlone(one: FilterNode, other: FilterNode): FilterNode {
  const alone = (node: FilterNode, without: FilterNode): FilterNode => ({
    kind: 'and',
    operands: [node, { kind: 'not', operand: without }],
  })
  return { kind: 'or', operands: [alone(one, other), alone(other, one)] }
}
