import { Problem } from '@millwright/contract/problem'
import type { AccessRequest } from '../../../gateway/parts.ts'

const maxNames = 20
const longestName = 100
const longestNote = 1_000

/** Throws a 400 in a sentence about the argument that is wrong. */
export function wantedIn(at: string, { services, operations, note }: Readonly<Record<string, unknown>>): AccessRequest {
  return {
    at,
    services: namesIn('services', services),
    operations: namesIn('operations', operations),
    note: noteIn(note),
  }
}

function namesIn(argument: string, given: unknown): readonly string[] {
  const names = Array.isArray(given) ? given.map((each) => oneLine(String(each))).filter((each) => each !== '') : []
  if (names.length === 0) throw new Problem(400, `'${argument}' must name something.`)
  if (names.length > maxNames) throw new Problem(400, `'${argument}' must have at most ${maxNames} names.`)
  if (names.some((name) => name.length > longestName)) {
    throw new Problem(400, `A name in '${argument}' must have at most ${longestName} characters.`)
  }
  return names
}

function noteIn(given: unknown): string {
  const note = oneLine(String(given ?? ''))
  if (note.length <= longestNote) return note
  throw new Problem(400, `'note' must have at most ${longestNote} characters.`)
}

/** Prevents a value on its own line of the mail from starting another line. */
const oneLine = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
