interface Item {
  readonly name: string
  readonly fields?: readonly { readonly refTable?: string | null | undefined }[] | undefined
}

/** Tables in an order in which each comes after those it refers to, so far as there is one; otherwise as they were given. */
export function byReference<Each extends Item>(items: readonly Each[]): Each[] {
  const byName = new Map(items.map((item) => [item.name.toLowerCase(), item]))
  const ordered = new Set<Each>()
  const underWay = new Set<Each>()
  const add = (item: Each): void => {
    if (ordered.has(item) || underWay.has(item)) return
    underWay.add(item)
    for (const { refTable } of item.fields ?? []) {
      const target = typeof refTable === 'string' ? byName.get(refTable.toLowerCase()) : undefined
      if (target !== undefined && target !== item) add(target)
    }
    underWay.delete(item)
    ordered.add(item)
  }
  for (const item of items) add(item)
  return [...ordered]
}
