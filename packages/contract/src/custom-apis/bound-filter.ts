import type { FilterNode } from '../filter/node.ts'
import { parseFilter } from '../filter/parse.ts'
import { Problem } from '../problem.ts'

/** A filter whose placeholders are parameters, so that no value can become part of its text. */
export interface BoundFilter {
  /** With `:placeholder_0` for what has placeholders. */
  readonly filter: string
  /** What each parameter is: a placeholder, a text with placeholders such as `%{query.name}%`, or with lookup keys. */
  readonly values: readonly { readonly name: string; readonly template: string }[]
}

/** A text in quotes, or a placeholder. */
const token = /'((?:[^'\\]|\\[\s\S]|'')*)'|"((?:[^"\\]|\\[\s\S]|"")*)"|\{[^{}]*\}/g

/**
 * Turns the placeholders and lookup keys of a filter to parameters. `'{query.x}'` is the same as `{query.x}`: what is in quotes is one value. Throws
 * a 400 `Problem` for invalid filters, and for placeholders where no value can be, such as the name of a field.
 */
export function bindFilter(text: string): BoundFilter {
  const values: { name: string; template: string }[] = []
  const filter = text.replace(token, (whole, single?: string, double?: string) => {
    if (!/\{[^{}]+\}/.test(whole)) return whole
    const name = `placeholder_${values.length}`
    values.push({ name, template: unquoted(single, double) ?? whole })
    return `:${name}`
  })
  if (values.length === 0) return { filter: text, values }
  const bound = parametersOf(parseFilter(filter))
  const unbound = values.find(({ name }) => !bound.includes(name))
  if (unbound !== undefined)
    throw new Problem(400, `In the filter, ${unbound.template} is not a value: put it alone after an operator.`)
  return { filter, values }
}

function unquoted(single: string | undefined, double: string | undefined): string | undefined {
  if (single !== undefined) return single.replace(/\\(['"\\])|''/g, (_, escaped) => escaped ?? "'")
  return double?.replace(/\\(['"\\])|""/g, (_, escaped) => escaped ?? '"')
}

function parametersOf(node: FilterNode): string[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.flatMap(parametersOf)
    case 'not':
      return parametersOf(node.operand)
    case 'compare':
      return node.value.kind === 'param' ? [node.value.name] : []
    case 'in':
      return node.values.flatMap((value) => (value.kind === 'param' ? [value.name] : []))
    case 'null':
      return []
  }
}
