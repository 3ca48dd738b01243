/**
 * The shape of a response: members by name, the shape of a list's items (one for all, or one each), or the kind of a plain
 * value. Null was returned where a value is possible; `any` is not checked.
 */
export type Shape = Kind | readonly Shape[] | { readonly [member: string]: Shape }
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'any'

/** Differences between a value and a shape, as `path: what is wrong`. Members named in `more` are allowed as well. */
export function differences(value: unknown, shape: Shape, more: ReadonlySet<string>, path = 'body'): string[] {
  if (shape === 'any' || shape === 'null' || value === null) return []
  if (typeof shape === 'string') return typeof value === shape ? [] : [`${path}: ${nameOf(value)} instead of ${shape}`]
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path}: ${nameOf(value)} instead of a list`]
    const [only] = shape
    if (shape.length === 1 && only !== undefined) {
      return value.flatMap((item, at) => differences(item, only, more, `${path}[${at}]`))
    }
    if (shape.length > 1 && shape.length !== value.length) {
      return [`${path}: ${value.length} items instead of ${shape.length}`]
    }
    return shape.flatMap((each, at) => differences(value[at], each, more, `${path}[${at}]`))
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path}: ${nameOf(value)} instead of an object`]
  const members = new Map(Object.entries(value))
  const known = Object.entries(shape).flatMap(([name, each]) =>
    members.has(name) ? differences(members.get(name), each, more, `${path}.${name}`) : [`${path}.${name}: missing`],
  )
  const unknown = [...members.keys()].filter((name) => !(name in shape) && !more.has(name))
  return [...known, ...unknown.map((name) => `${path}.${name}: not expected`)]
}

function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape)
}

function nameOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : typeof value
}
