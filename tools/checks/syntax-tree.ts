/** A node of a syntax tree. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Visits every node of a syntax tree, parents first; skips the children of a node if `visit` returns false. */
export function walk(value: unknown, visit: (node: SyntaxNode) => boolean): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (isNode(value) && visit(value)) for (const each of Object.values(value)) walk(each, visit)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
