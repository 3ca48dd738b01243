import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'

/** One place where two JSON values differ; `path` segments are joined by dots. */
export type Difference =
  | { readonly path: string; readonly kind: 'added'; readonly after: unknown }
  | { readonly path: string; readonly kind: 'changed'; readonly before: unknown; readonly after: unknown }
  | { readonly path: string; readonly kind: 'removed'; readonly before: unknown }

const most = 200

/** Compares two JSON values recursively; returns at most 200 differences. */
export function differences(before: unknown, after: unknown): readonly Difference[] {
  const found: Difference[] = []
  compare(before, after, '', found)
  return found
}

function compare(before: unknown, after: unknown, path: string, found: Difference[]): void {
  if (found.length >= most || isDeepStrictEqual(before, after)) return
  const [one, other] = [membersOf(before), membersOf(after)]
  if (one === null || other === null || Array.isArray(before) !== Array.isArray(after)) {
    found.push({ path, kind: 'changed', before, after })
    return
  }
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    if (found.length >= most) return
    const place = path === '' ? name : `${path}.${name}`
    if (!one.has(name)) found.push({ path: place, kind: 'added', after: other.get(name) })
    else if (!other.has(name)) found.push({ path: place, kind: 'removed', before: one.get(name) })
    else compare(one.get(name), other.get(name), place, found)
  }
}

function membersOf(value: unknown): Map<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((each: unknown, at) => [String(at), each]))
  return isRecord(value) ? new Map(Object.entries(value)) : null
}
