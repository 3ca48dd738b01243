import { list } from '../../language/format.ts'
import { filesMessages } from './messages.ts'
import { endingOf } from './shown-entries.ts'

const maxBytes = 255

/** Returns why a name is invalid for a file or folder; `null` if it is valid. `taken`: existing names in the folder. */
export function nameProblem(name: string, taken: ReadonlySet<string>): string | null {
  const wanted = name.trim()
  if (wanted === '') return filesMessages.nameNeeded
  if (/[\\/]/.test(wanted) || wanted === '.' || wanted === '..') return filesMessages.nameRefused
  if (new TextEncoder().encode(wanted).length > maxBytes) return filesMessages.nameLong
  return taken.has(wanted) ? filesMessages.nameTaken : null
}

/** Returns the name or, if it exists, the first free one after it: `a (2).txt`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const ending = endingOf(name) === '' ? '' : name.slice(name.lastIndexOf('.'))
  const stem = name.slice(0, name.length - ending.length)
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${stem} (${number})${ending}`
  return free
}

/** Returns "2 folders and 1 file"; zero counts are omitted. */
export function countWords(folders: number, files: number): string {
  if (folders === 0 && files === 0) return filesMessages.nothing
  return list([
    ...(folders > 0 ? [filesMessages.countFolders({ count: folders })] : []),
    ...(files > 0 ? [filesMessages.countFiles({ count: files })] : []),
  ])
}
