/** Temporary numbers of entries that are not stored yet are below this. */
export const localIds = 100_000
const prefix = 'new-'

/** Stands in an address where the number of a stored entry would; the prefix keeps the two apart. */
export function localAddress(id: number): string {
  return `${prefix}${id}`
}

/** The temporary number in an address; null when it speaks of a stored entry. */
export function localId(address: string | null): number | null {
  const digits = address?.startsWith(prefix) ? address.slice(prefix.length) : ''
  const id = /^\d{1,5}$/.test(digits) ? Number(digits) : localIds
  return id < localIds ? id : null
}

/** A temporary number that no other unsaved entry has; `random` answers from 0 to below 1. */
export function freshLocalId(taken: readonly number[], random: () => number = Math.random): number {
  let id = Math.floor(random() * localIds)
  while (taken.includes(id)) id = (id + 1) % localIds
  return id
}
