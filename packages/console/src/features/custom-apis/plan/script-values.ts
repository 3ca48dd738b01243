/** A value as code: a placeholder alone is the value that it refers to, within a text it is pasted. */
export function valueCode(value: unknown, indent: string): string {
  if (typeof value === 'string') {
    const alone = /^\{([\w.-]+)\}$/.exec(value)?.[1]
    return alone === undefined ? template(value, (name) => `${reference(name)} ?? ''`) : reference(alone)
  }
  if (typeof value !== 'object' || value === null) return literal(value)
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((each) => `${inner}${valueCode(each, inner)},`)
    : Object.entries(value).map(([name, each]) => `${inner}${property(name)}: ${valueCode(each, inner)},`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return entries.length === 0 ? `${open}${close}` : `${open}\n${entries.join('\n')}\n${indent}${close}`
}

/** A text with placeholders as a template literal. */
export function template(value: string, code: (name: string) => string): string {
  const parts = value.split(/\{([\w.-]+)\}/)
  if (parts.length === 1) return literal(value)
  const written = parts.map((part, at) => (at % 2 === 1 ? `\${${code(part)}}` : part.replace(/[\\`$]/g, '\\$&')))
  return `\`${written.join('')}\``
}

const callerValues: Readonly<Record<string, string>> = {
  'user.id': 'platform.session.user?.id',
  'user.email': 'platform.session.user?.email',
  'role.id': 'platform.session.role?.id',
  'role.name': 'platform.session.role?.name',
  'app.id': 'platform.session.app?.id',
  'app.name': 'platform.session.app?.name',
  now: 'new Date().toISOString()',
}

const roots: Readonly<Record<string, string>> = {
  path: 'path',
  query: 'query',
  body: 'body',
  steps: 'steps',
  item: 'item',
  header: 'event.request.headers',
}

/** The code of a placeholder: `steps?.["orders"]?.["resource"]?.[0]`. */
export function reference(name: string): string {
  if (Object.hasOwn(callerValues, name)) return callerValues[name] ?? ''
  const [root = '', ...rest] = name.split('.')
  const base = Object.hasOwn(roots, root) ? roots[root] : 'undefined'
  return base + rest.map((part) => (/^\d+$/.test(part) ? `?.[${part}]` : `?.[${literal(part)}]`)).join('')
}

export function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** A value as a literal, whatever line separators its texts contain. */
export function literal(value: unknown): string {
  return JSON.stringify(value ?? null).replace(/[\u2028\u2029]/g, (at) => (at === '\u2028' ? '\\u2028' : '\\u2029'))
}
