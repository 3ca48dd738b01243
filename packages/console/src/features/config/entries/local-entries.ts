/** Upper bound of the temporary ids of unsaved entries. */
export const localIds = 100_000
const prefix = 'new-'

/** Returns the address of an unsaved entry; its prefix distinguishes it from the id of a stored entry. */
export function localAddress(id: number): string {
  return `${prefix}${id}`
}

/** Parses the temporary id in an address; returns `null` for a stored entry. */
export function localId(address: string | null): number | null {
  const digits = address?.startsWith(prefix) ? address.slice(prefix.length) : ''
  const id = /^\d{1,5}$/.test(digits) ? Number(digits) : localIds
  return id < localIds ? id : null
}

/** Returns a temporary id that no other unsaved entry has; `random` returns a number from 0 up to, but not including, 1. */
export function freshLocalId(taken: readonly number[], random: () => number = Math.random): number {
  let id = Math.floor(random() * localIds)
  while (taken.includes(id)) id = (id + 1) % localIds
  return id
}
