import { remembered } from './placeholders.ts'

const literal = /^[A-Za-z0-9._~-]{1,100}$/
const parameter = /^\{([A-Za-z_]\w{0,63})\}$/

/** The names of the parameters of a path such as `/orders/{id}`, or what is wrong with it, as a sentence. */
export function checkPath(path: string): readonly string[] | string {
  const names: string[] = []
  for (const segment of segmentsOf(path)) {
    const [, name] = parameter.exec(segment) ?? []
    if (name === undefined && (!literal.test(segment) || segment === '.' || segment === '..'))
      return `'${segment.slice(0, 64)}' is neither a segment of letters, digits, '.', '_', '~' and '-' nor a parameter such as {id}.`
    if (name !== undefined && names.includes(name)) return `the parameter {${name}} is there twice.`
    if (name !== undefined) names.push(name)
  }
  return names.length > 0 || segmentsOf(path).length > 0 ? names : 'must have a segment, such as /orders.'
}

/** The path without names of parameters: two endpoints of the same shape answer the same requests. */
export function shapeOf(path: string): string {
  return segmentsOf(path)
    .map((segment) => (parameter.test(segment) ? '{}' : segment))
    .join('/')
}

/** The values of the parameters of a path that fits; `null` if it does not. `requestPath`: decoded, without outer slashes. */
export function matchPath(path: string, requestPath: string): Readonly<Record<string, string>> | null {
  const own = segmentsOf(path)
  const other = requestPath.split('/')
  if (own.length !== other.length) return null
  const values: Record<string, string> = {}
  for (const [index, segment] of own.entries()) {
    const [, name] = parameter.exec(segment) ?? []
    const value = other[index] ?? ''
    if (name === undefined ? segment !== value : value === '') return null
    if (name !== undefined) values[name] = value
  }
  return values
}

/** Sorts so that a path with a literal segment comes before one with a parameter there. */
export function comparePaths(one: string, other: string): number {
  const own = segmentsOf(one)
  const others = segmentsOf(other)
  for (const [index, segment] of own.entries()) {
    const isLiteral = !parameter.test(segment)
    if (isLiteral !== !parameter.test(others[index] ?? '')) return isLiteral ? -1 : 1
  }
  return 0
}

const segmentsOf: (path: string) => readonly string[] = remembered((path) =>
  path
    .replace(/^\/+|\/+$/g, '')
    .split('/')
    .filter((segment) => segment !== ''),
)
