import { t } from './messages.ts'

/** One entry of a tree. */
export interface TreeNode {
  /** Once in the tree. */
  readonly id: string
  readonly label: string
}

/** What is known of the entries below another one. */
export type Below<Node> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'known'; readonly nodes: readonly Node[] }

export type TreeRow<Node> =
  | {
      readonly kind: 'node'
      readonly id: string
      readonly node: Node
      readonly level: number
      readonly unfolded: boolean
      /** Whether there may be something below it. */
      readonly folds: boolean
      readonly position: number
      readonly setSize: number
    }
  | { readonly kind: 'note'; readonly id: string; readonly level: number; readonly message: string }

/**
 * The rows of a tree from the top, entries before what they hold. `below` answers undefined while nobody looked, null where there is never
 * anything.
 */
export function treeRows<Node extends TreeNode>(
  roots: readonly Node[],
  unfolded: ReadonlySet<string>,
  below: (node: Node) => Below<Node> | null | undefined,
): readonly TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  const add = (nodes: readonly Node[], level: number) => {
    for (const [at, node] of nodes.entries()) {
      const { id } = node
      const inside = below(node)
      const folds = inside !== null && !(inside?.kind === 'known' && inside.nodes.length === 0)
      const open = folds && unfolded.has(id)
      rows.push({ kind: 'node', id, node, level, unfolded: open, folds, position: at + 1, setSize: nodes.length })
      if (!open || !inside) continue
      if (inside.kind === 'known') add(inside.nodes, level + 1)
      else
        rows.push({
          kind: 'note',
          id: `${id}//`,
          level: level + 1,
          message: inside.kind === 'failed' ? inside.message : t.reading,
        })
    }
  }
  add(roots, 1)
  return rows
}
