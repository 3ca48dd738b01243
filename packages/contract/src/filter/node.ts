/** A filter as a tree (docs/wire/filters.md). Negated forms such as `NOT IN` are a `not` node around the plain one. */
export type FilterNode = GroupNode | NotNode | CompareNode | InNode | NullNode

export interface GroupNode {
  readonly kind: 'and' | 'or'
  /** Two or more. */
  readonly operands: readonly FilterNode[]
}

export interface NotNode {
  readonly kind: 'not'
  readonly operand: FilterNode
}

export interface CompareNode {
  readonly kind: 'compare'
  readonly field: string
  readonly operator: CompareOperator
  readonly value: FilterValue
}

export interface InNode {
  readonly kind: 'in'
  readonly field: string
  /** One or more. */
  readonly values: readonly FilterValue[]
}

export interface NullNode {
  readonly kind: 'null'
  readonly field: string
}

export const compareOperators = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'like',
  'contains',
  'starts with',
  'ends with',
] as const
export type CompareOperator = (typeof compareOperators)[number]

const operators: Readonly<Record<string, CompareOperator>> = {
  '=': '=',
  '!=': '!=',
  '<>': '!=',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  contains: 'contains',
  'starts with': 'starts with',
  'ends with': 'ends with',
}

/** Returns the operator with a name, in lower case with single spaces, or `undefined` for other words. */
export function operatorNamed(name: string): CompareOperator | undefined {
  return Object.hasOwn(operators, name) ? operators[name] : undefined
}

/**
 * Numbers, `true`, dates and words are all texts: their meaning depends on the field's type. A text may contain `{lookups}`; a
 * param is a `:name` whose value is sent beside the filter.
 */
export type FilterValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
