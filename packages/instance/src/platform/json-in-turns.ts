import { isRecord } from '@millwright/contract/wire/is-record'
import { Yielder } from './yielder.ts'

/** Codes of the characters that JSON is made of. */
export const quote = 34
export const comma = 44
export const colon = 58
export const openBracket = 91
const backslash = 92
export const closeBracket = 93
export const openBrace = 123
export const closeBrace = 125

/** Characters that are parsed at once, in a few milliseconds whatever they are. */
export const pieceLength = 65_536

/** A list or object that is open. */
interface Frame {
  readonly isList: boolean
  readonly from: number
  /** Its last comma; -1 before the first. */
  comma: number
  /** What was parsed of it; `null` while it is part of a piece. */
  target: unknown[] | Record<string, unknown> | null
  /** Where its members begin that are not parsed. */
  rest: number
  /** Whether `rest` follows a member, so that a comma has to be there. */
  follows: boolean
}

/** An error of the syntax, and its place in the text. */
export class JsonMistake extends Error {
  readonly at: number

  constructor(at: number) {
    super(`Invalid JSON at ${at}`)
    this.at = at
  }
}

/**
 * Parses a JSON text like `parse`, which parses pieces of it: other tasks run in between, however many values there are. Many names that differ,
 * or numbers with many digits, take half a second in ten megabytes. A member `__proto__` is dropped. `piece`: characters to parse at once.
 *
 * @throws {JsonMistake} if it is no JSON
 */
export async function parseInTurns(
  text: string,
  parse: (piece: string) => unknown,
  piece = pieceLength,
): Promise<unknown> {
  const yielder = new Yielder()
  const open: Frame[] = []
  let [flushed, whole, end] = [0, undefined as Frame['target'] | undefined, -1]

  /** Parses members from the rest of a frame up to a place. */
  function take(frame: Frame, to: number, closes: boolean): void {
    const { isList, target, follows } = frame
    let { rest: from } = frame
    frame.rest = to
    if (follows) {
      from = afterSpace(text, from)
      if (from >= to) return
      if (text[from] !== ',') throw new JsonMistake(from)
      from += 1
    }
    if (afterSpace(text, from) >= to) {
      if (closes && !follows && frame.comma < 0) return
      throw new JsonMistake(to)
    }
    const some = parsePiece(from, to, isList)
    if (Array.isArray(target)) {
      if (Array.isArray(some)) for (const each of some) target.push(each)
    } else if (target !== null && isRecord(some)) {
      for (const name of Object.keys(some)) if (name !== '__proto__') target[name] = some[name]
    }
  }

  function parsePiece(from: number, to: number, isList: boolean): unknown {
    const piece = text.slice(from, to)
    try {
      return parse(isList ? `[${piece}]` : `{${piece}}`)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const [, place] = /at position (\d+)/.exec(error.message) ?? []
      throw new JsonMistake(Math.min(to, from + Number(place ?? piece.length) - 1))
    }
  }

  /** The name of the member that a frame has open, which another one is the value of. */
  function nameBefore(child: Frame, from: number): string {
    const before = text.slice(from, child.from).trimEnd()
    const named: unknown = before.endsWith(':') ? parsePiece(from, from + before.length - 1, true) : null
    const [name] = Array.isArray(named) && named.length === 1 ? named : []
    if (typeof name !== 'string') throw new JsonMistake(child.from)
    return name
  }

  /** Parses what is complete, of each list and object that is open. */
  function flush(): void {
    for (const [depth, frame] of open.entries()) {
      const { isList } = frame
      const parent = open[depth - 1]
      if (frame.target === null) {
        frame.target = isList ? [] : {}
        if (parent !== undefined) attach(parent, frame)
        else if (afterSpace(text, 0) < frame.from) throw new JsonMistake(afterSpace(text, 0))
        else whole = frame.target
      }
      if (frame.comma >= frame.rest) {
        take(frame, frame.comma, false)
        Object.assign(frame, { rest: frame.comma + 1, follows: false })
      }
    }
    flushed = open.at(-1)?.rest ?? flushed
  }

  function attach(parent: Frame, child: Frame): void {
    if (parent.follows) throw new JsonMistake(child.from)
    if (Array.isArray(parent.target)) {
      if (afterSpace(text, parent.rest) < child.from) throw new JsonMistake(parent.rest)
      parent.target.push(child.target)
    } else if (parent.target !== null) {
      const name = nameBefore(child, parent.rest)
      if (name !== '__proto__') parent.target[name] = child.target
    }
  }

  function close(at: number, isList: boolean): void {
    const frame = open.pop()
    if (frame === undefined || frame.isList !== isList) throw new JsonMistake(at)
    if (frame.target !== null) {
      take(frame, at, true)
      const parent = open.at(-1)
      if (parent !== undefined) Object.assign(parent, { rest: at + 1, follows: true })
    }
    if (open.length === 0) end = at + 1
  }

  for (let at = 0; at < text.length && end < 0; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = closingQuote(text, at)
    else if (code === openBrace || code === openBracket)
      open.push({ isList: code === openBracket, from: at, comma: -1, target: null, rest: at + 1, follows: false })
    else if (code === closeBrace || code === closeBracket) close(at, code === closeBracket)
    else if (code === comma) {
      const last = open.at(-1)
      if (last === undefined) break
      last.comma = at
      if (at - flushed > piece) {
        flush()
        await yielder.step()
      }
    }
  }
  if (whole === undefined) return parse(text)
  if (end < 0) throw new JsonMistake(text.length)
  if (afterSpace(text, end) < text.length) throw new JsonMistake(afterSpace(text, end))
  return whole
}

/**
 * Yields a list as shorter ones, as texts, so that its members need not be held at once; what is no list is one text. Only where lists end
 * is checked: a piece may be no JSON.
 *
 * @throws {JsonMistake} if the list does not end, or something follows it
 */
export function* piecesOfList(text: string, piece = pieceLength): Generator<string> {
  const start = afterSpace(text, 0)
  if (text.charCodeAt(start) !== openBracket) return yield text
  let [depth, from] = [0, start + 1]
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = closingQuote(text, at)
    else if (code === openBrace || code === openBracket) depth += 1
    else if (code === comma && depth === 1 && at - from > piece) {
      yield someMembers(text, from, at)
      from = at + 1
    } else if (code === closeBrace || code === closeBracket) depth -= 1
    if (depth > 0) continue
    if (code !== closeBracket) throw new JsonMistake(at)
    if (afterSpace(text, at + 1) < text.length) throw new JsonMistake(at + 1)
    return yield from === start + 1 ? text.slice(start, at + 1) : someMembers(text, from, at)
  }
  throw new JsonMistake(text.length)
}

/** Members that are not the only ones of their list. */
function someMembers(text: string, from: number, to: number): string {
  if (afterSpace(text, from) >= to) throw new JsonMistake(to)
  return `[${text.slice(from, to)}]`
}

/** The place of the next character that is no space. */
function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  return at
}

/** The place of the quote that ends a string, or the length of the text if there is none. */
export function closingQuote(text: string, opening: number): number {
  let index = opening + 1
  while (index < text.length && text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}
