import { Transform } from 'node:stream'

/** Where a link led, and where it shall lead. */
export interface LinkChange {
  readonly from: string
  readonly to: string
}

/** Whether links are looked for in a media type. */
export function mayHaveLinks(contentType: string): boolean {
  return /json|xml|^text\/|javascript/i.test(contentType)
}

/**
 * Changes addresses in a text while it passes, in any encoding that has ASCII in it; those with escaped slashes, as in some JSON, as well. What merely
 * begins like one, such as a longer host or version, stays.
 */
export function replaceLinks(changes: readonly LinkChange[]): Transform {
  const targets = new Map(changes.flatMap(({ from, to }) => [pair(from, to), pair(escaped(from), escaped(to))]))
  const names = [...targets.keys()].sort((one, other) => other.length - one.length)
  if (names.length === 0) return new Transform({ transform: (chunk, _, done) => done(null, chunk) })
  const pattern = new RegExp(`(?:${names.map(RegExpEscape).join('|')})(?![\\w-]|\\.\\w)`, 'g')
  /** So much of what follows may decide about what is here. */
  const hold = (names[0]?.length ?? 0) + 2
  let carry = ''

  function take(text: string, isLast: boolean): string {
    let done = 0
    let out = ''
    for (const found of text.matchAll(pattern)) {
      const end = found.index + found[0].length
      if (!isLast && end + 2 > text.length) break
      out += text.slice(done, found.index) + (targets.get(found[0]) ?? found[0])
      done = end
    }
    const cut = isLast ? text.length : Math.max(done, text.length - hold)
    carry = text.slice(cut)
    return out + text.slice(done, cut)
  }

  return new Transform({
    transform: (chunk: Buffer, _, done) =>
      done(null, Buffer.from(take(carry + chunk.toString('latin1'), false), 'latin1')),
    flush: (done) => done(null, Buffer.from(take(carry, true), 'latin1')),
  })
}

/** Bytes as characters, as the text is looked at. */
const pair = (from: string, to: string): [string, string] => [latin1(from), latin1(to)]
const latin1 = (text: string) => Buffer.from(text).toString('latin1')
const escaped = (text: string) => text.replaceAll('/', '\\/')
const RegExpEscape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
