export interface BoundedCache<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
  clear(): void
}

/**
 * Keeps between `size` and twice as many of the values last used, in two generations: a hit costs one look-up, and only
 * the first hit in a generation moves anything. `left` is called with each value that goes, for whatever reason.
 */
export function createBoundedCache<K, V extends object>(size: number, left?: (value: V) => void): BoundedCache<K, V> {
  let young = new Map<K, V>()
  let old = new Map<K, V>()

  function put(key: K, value: V): void {
    young.set(key, value)
    if (young.size < size) return
    const gone = old
    old = young
    young = new Map()
    for (const each of gone.values()) left?.(each)
  }

  function remove(key: K): void {
    const value = young.get(key) ?? old.get(key)
    young.delete(key)
    old.delete(key)
    if (value !== undefined) left?.(value)
  }

  return {
    get(key) {
      const value = young.get(key)
      if (value !== undefined) return value
      const earlier = old.get(key)
      if (earlier === undefined) return undefined
      old.delete(key)
      put(key, earlier)
      return earlier
    },
    set(key, value) {
      remove(key)
      put(key, value)
    },
    delete: remove,
    clear() {
      const gone = [...young.values(), ...old.values()]
      young.clear()
      old.clear()
      for (const each of gone) left?.(each)
    },
  }
}
