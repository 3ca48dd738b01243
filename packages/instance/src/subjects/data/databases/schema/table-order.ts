interface Referring {
  readonly refTable?: string | null | undefined
}

interface Item {
  readonly name: string
  readonly fields?: readonly Referring[] | undefined
  readonly keys?: readonly Referring[] | undefined
}

/**
 * Sorts tables so that each comes after those it refers to, if possible: first those without references, then those that refer to these
 * only, and so on; otherwise in the given order.
 */
export function byReference<Each extends Item>(items: readonly Each[]): Each[] {
  const byName = new Map(items.map((item) => [item.name.toLowerCase(), item]))
  const depths = new Map<Each, number>()
  const underWay = new Set<Each>()
  const depthOf = (item: Each): number => {
    const known = depths.get(item)
    if (known !== undefined) return known
    if (underWay.size > deepest) return 0
    underWay.add(item)
    let depth = 0
    for (const { refTable } of [...(item.fields ?? []), ...(item.keys ?? [])]) {
      const target = typeof refTable === 'string' ? byName.get(refTable.toLowerCase()) : undefined
      if (target !== undefined && !underWay.has(target)) depth = Math.max(depth, depthOf(target) + 1)
    }
    underWay.delete(item)
    depths.set(item, depth)
    return depth
  }
  return items
    .map((item) => ({ item, depth: depthOf(item) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ item }) => item)
}

/** Maximum depth of references that affects the order; safely below the limit of the stack. */
const deepest = 1000
