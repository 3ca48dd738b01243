import { Transform } from 'node:stream'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import { substituteLookups } from '../../../platform/lookup-substitution.ts'

/** Pairs the base URLs of all active `rws` services with their URLs on this instance. `address`: scheme and host of the instance. */
export type LinkChanges = (address: string) => Promise<readonly LinkChange[]>

export function createLinkChanges({ store, lookups }: Pick<Parts, 'store' | 'lookups'>): LinkChanges {
  return async (address) => {
    const rows = await store.db
      .selectFrom('service')
      .select(['name', 'config'])
      .where('type', '=', 'rws')
      .where('is_active', '=', 1)
      .execute()
    const keys = await lookups.ofInstance()
    return rows.flatMap(({ name, config }) => {
      const base = substituteLookups(baseOf(config), keys).trim().replace(/\/+$/, '')
      const isAddress = /^https?:\/\/[^?#]+$/i.test(base)
      return isAddress ? [{ from: base, to: `${address}/api/v2/${name}` }] : []
    })
  }
}

function baseOf(stored: string): string {
  const config: unknown = JSON.parse(stored)
  return isRecord(config) && typeof config.base_url === 'string' ? config.base_url : ''
}

/** A URL prefix and its replacement. */
interface LinkChange {
  readonly from: string
  readonly to: string
}

/** Whether bodies of a media type are searched for links. */
export function mayHaveLinks(contentType: string): boolean {
  return /json|xml|^text\/|javascript/i.test(contentType)
}

/**
 * Replaces URLs in a stream of text, in any encoding that is a superset of ASCII. Also matches escaped slashes, as in some
 * JSON. Longer hosts or path segments that merely begin with a URL are not changed.
 */
export function replaceLinks(changes: readonly LinkChange[]): Transform {
  const targets = new Map(changes.flatMap(({ from, to }) => [pair(from, to), pair(escaped(from), escaped(to))]))
  const names = [...targets.keys()].sort((one, other) => other.length - one.length)
  if (names.length === 0) return new Transform({ transform: (chunk, _, done) => done(null, chunk) })
  const pattern = new RegExp(`(?:${names.map(RegExpEscape).join('|')})(?![\\w-]|\\.\\w)`, 'g')
  /** Number of following characters that may be needed to decide on a match. */
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

/** Bytes as Latin-1 characters, as the text is processed. */
const pair = (from: string, to: string): [string, string] => [latin1(from), latin1(to)]
const latin1 = (text: string) => Buffer.from(text).toString('latin1')
const escaped = (text: string) => text.replaceAll('/', '\\/')
const RegExpEscape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
