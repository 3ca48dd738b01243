import { t } from './messages.ts'

/** One entry of a tree. */
export interface TreeNode {
  /** Unique within the tree. */
  readonly id: string
  readonly label: string
}

/** Loading state of an entry's children. */
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
      /** Whether the entry may have children. */
      readonly folds: boolean
      readonly position: number
      readonly setSize: number
    }
  | { readonly kind: 'note'; readonly id: string; readonly level: number; readonly message: string }

/**
 * The visible rows of a tree in order, parents before their children. `below` returns `undefined` for entries that have not been
 * loaded, `null` for entries that never have children.
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
