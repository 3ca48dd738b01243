import { endingOf } from './entry-order.ts'
import { filesMessages } from './messages.ts'

const mostBytes = 255

/** Why a name cannot be given to a file or folder; null when it can. `taken`: names in the folder. */
export function nameProblem(name: string, taken: ReadonlySet<string>): string | null {
  const wanted = name.trim()
  if (wanted === '') return filesMessages.nameNeeded
  if (/[\\/]/.test(wanted) || wanted === '.' || wanted === '..') return filesMessages.nameRefused
  if (new TextEncoder().encode(wanted).length > mostBytes) return filesMessages.nameLong
  return taken.has(wanted) ? filesMessages.nameTaken : null
}

/** The name, or where it is taken the first free one after it: `a (2).txt`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const ending = endingOf(name) === '' ? '' : name.slice(name.lastIndexOf('.'))
  const stem = name.slice(0, name.length - ending.length)
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${stem} (${number})${ending}`
  return free
}
