import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** A message as code: an expression, and the functions of `src/language` that it calls. */
export interface MessageCode {
  readonly expression: string
  readonly helpers: readonly string[]
}

/**
 * Compiles a message in ICU format: to a string if it takes no values, else to a function of them. Tags become calls of the functions
 * passed for them; everything else is text. `write` may transform the text.
 * @throws {Error} if the message is not in ICU format, or has a date
 */
export function messageCode(message: string, write: (text: string) => string = (text) => text): MessageCode {
  const elements = parse(message, { shouldParseSkeletons: true })
  const helpers = new Set<string>()
  const call = (helper: string, ...values: readonly string[]) => {
    helpers.add(helper)
    return `${codeName(helper)}(${values.join(', ')})`
  }

  const joined = (parts: readonly MessageFormatElement[], counted: string | null): string => {
    const codes = parts.map((part) => codeOf(part, counted))
    if (parts.some(hasTag)) return call('rich', ...codes)
    return codes.length === 0 ? '""' : codes.length === 1 ? (codes[0] ?? '') : `"" + ${codes.join(' + ')}`
  }

  const codeOf = (part: MessageFormatElement, counted: string | null): string => {
    switch (part.type) {
      case TYPE.literal:
        return JSON.stringify(write(part.value))
      case TYPE.argument:
        return argumentCode(part.value)
      case TYPE.number:
        return call('number', argumentCode(part.value), ...styleOf(part.style))
      case TYPE.date:
      case TYPE.time:
        throw new Error(`{${part.value}} is to be passed as a text: dates have the forms of dateWords`)
      case TYPE.pound:
        return counted === null ? '"#"' : call('number', counted)
      case TYPE.select:
        return call('select', argumentCode(part.value), choices(part.options, counted))
      case TYPE.plural: {
        const value = part.offset === 0 ? argumentCode(part.value) : `${argumentCode(part.value)} - ${part.offset}`
        const exact = Object.keys(part.options).some((name) => name.startsWith('='))
        const more = part.pluralType === 'ordinal' ? ['"ordinal"'] : []
        return exact
          ? call('exactPlural', argumentCode(part.value), String(part.offset), choices(part.options, value), ...more)
          : call('plural', value, choices(part.options, value), ...more)
      }
      case TYPE.tag:
        return `${argumentCode(part.value)}(${joined(part.children, counted)})`
    }
  }

  const choices = (options: Readonly<Record<string, { value: MessageFormatElement[] }>>, counted: string | null) =>
    `{ ${Object.entries(options)
      .map(([name, { value }]) => `${JSON.stringify(name)}: () => ${joined(value, counted)}`)
      .join(', ')} }`

  const code = joined(elements, null)
  const plain = elements.every(({ type }) => type === TYPE.literal)
  return { expression: plain ? code : `(given) => ${code}`, helpers: [...helpers] }
}

/** Returns the arguments of a message with the way in which each is used: `count number`. */
export function valuesOf(message: string): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (elements: readonly MessageFormatElement[]): void => {
    for (const part of elements) {
      if (part.type === TYPE.literal || part.type === TYPE.pound) continue
      const numeric = part.type === TYPE.plural || part.type === TYPE.number
      found.add(`${part.value} ${numeric ? 'number' : TYPE[part.type]}`)
      if (part.type === TYPE.plural || part.type === TYPE.select)
        for (const { value } of Object.values(part.options)) look(value)
      if (part.type === TYPE.tag) look(part.children)
    }
  }
  look(parse(message))
  return found
}

/** The name by which compiled messages call a function of `src/language`, chosen to avoid conflicts with the surrounding code. */
export function codeName(helper: string): string {
  return `${helper}$`
}

function argumentCode(name: string): string {
  return `given[${JSON.stringify(name)}]`
}

/** Options for `Intl`, from a skeleton or a named style. */
function styleOf(style: unknown): readonly string[] {
  if (style === 'percent') return ['{ "style": "percent" }']
  if (typeof style === 'object' && style !== null && 'parsedOptions' in style)
    return [JSON.stringify(style.parsedOptions)]
  return []
}

function hasTag(part: MessageFormatElement): boolean {
  if (part.type === TYPE.tag) return true
  if (part.type !== TYPE.plural && part.type !== TYPE.select) return false
  return Object.values(part.options).some(({ value }) => value.some(hasTag))
}
