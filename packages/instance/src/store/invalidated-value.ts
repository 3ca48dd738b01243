import type { Changes } from './changes.ts'
import type { TableName } from './tables.ts'

/**
 * Returns a getter for a value that is loaded from the tables on first use and again after a change of one of them; a cached value is
 * returned synchronously. `changed` is called on each invalidation.
 */
export function invalidatedValue<T extends object>(
  changes: Changes,
  tables: readonly TableName[],
  load: () => Promise<T>,
  changed: () => void = () => undefined,
): () => T | Promise<T> {
  let known: T | null = null
  let loading: Promise<T> | null = null
  changes.subscribe(({ table }) => {
    if (!tables.includes(table)) return
    known = null
    loading = null
    changed()
  })
  return () => {
    if (known !== null) return known
    if (loading !== null) return loading
    const started = load().then((loaded) => {
      if (loading === started) known = loaded
      return loaded
    })
    loading = started
    started.catch(() => {
      if (loading === started) loading = null
    })
    return started
  }
}
