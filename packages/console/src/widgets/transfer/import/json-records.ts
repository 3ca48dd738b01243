import { t } from './messages.ts'
/** A JSON text that is not a list of records. */
export class JsonFault extends Error {}

const openers = new Set(['{', '['])
const closers = new Set(['}', ']'])

/**
 * Splits a JSON list, bare or as the member `resource` of an object, into the texts of its items while the text streams in. A single
 * object is a list of one. Only the current item is buffered.
 */
export class JsonSplitter {
  #state: 'begin' | 'members' | 'end' = 'begin'
  #head = ''
  /** The item being read. */
  #member = ''
  #depth = 0
  #inText = false
  #escaped = false

  /** Adds a chunk and returns the texts of the items that it completes. */
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

  /** Returns the complete text if it does not start with a list, or `null` if it did. Throws `JsonFault` for an unterminated list. */
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
