import { t } from './messages.ts'
/** A JSON text that is no list of records. */
export class JsonFault extends Error {}

const openers = new Set(['{', '['])
const closers = new Set(['}', ']'])

/**
 * Cuts a list of JSON, bare or as the member `resource` of an object, into the texts of its members, while the text comes in pieces; a
 * single object is a list of one. Only what belongs to a member is kept.
 */
export class JsonSplitter {
  #state: 'begin' | 'members' | 'end' = 'begin'
  #head = ''
  /** The member that is being read. */
  #member = ''
  #depth = 0
  #inText = false
  #escaped = false

  /** Takes the next piece; the texts of the members that are complete with it. */
  read(piece: string): string[] {
    if (this.#state === 'end') return []
    if (this.#state === 'members') return this.#members(piece, 0)
    this.#head += piece
    const start = /^\ufeff?\s*(?:\{\s*"resource"\s*:\s*)?\[/.exec(this.#head)
    if (start) {
      this.#state = 'members'
      return this.#members(this.#head, start[0].length)
    }
    return []
  }

  /** What has no list at its beginning, whole; null when there was one. Throws `JsonFault` for a list that does not end. */
  end(): string | null {
    if (this.#state === 'begin') return this.#head.replace(/^\ufeff/, '')
    if (this.#state === 'members') throw new JsonFault(t.endlessList)
    return null
  }

  #members(piece: string, begin: number): string[] {
    const found: string[] = []
    let from = begin
    for (let at = begin; at < piece.length; at += 1) {
      const sign = piece.charAt(at)
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (sign === '\\') this.#escaped = true
        else if (sign === '"') this.#inText = false
      } else if (sign === '"') this.#inText = true
      else if (openers.has(sign)) this.#depth += 1
      else if (this.#depth > 0) {
        if (closers.has(sign)) this.#depth -= 1
      } else if (sign === ',' || sign === ']') {
        const member = this.#member + piece.slice(from, at)
        this.#member = ''
        from = at + 1
        if (sign === ',' || member.trim() !== '') found.push(member)
        if (sign === ']') {
          this.#state = 'end'
          return found
        }
      }
    }
    this.#member += piece.slice(from)
    return found
  }
}
