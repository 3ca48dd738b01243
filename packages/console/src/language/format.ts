import { locale } from './language.ts'

/** Runtime of compiled messages, and other formatting in the reader's language. */

const numbers = new Map<string, Intl.NumberFormat>()
const rules = new Map<string, Intl.PluralRules>()
const distances = new Map<string, Intl.RelativeTimeFormat>()

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return kept(numbers, options, () => new Intl.NumberFormat(locale(), options)).format(value)
}

/** A relative time, such as “3 hours ago”; `auto` also has “yesterday”. */
export function distance(value: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always'): string {
  return kept(distances, { numeric }, () => new Intl.RelativeTimeFormat(locale(), { numeric })).format(value, unit)
}

/** A list as text: “12 users and 1 app”; of a disjunction “text or number”. */
export function list(parts: readonly string[], type?: 'disjunction'): string {
  return new Intl.ListFormat(locale(), { type }).format(parts)
}

type Choices<Part> = Readonly<Record<string, () => Part>>

export function plural<Part>(value: number, choices: Choices<Part>, type: Intl.PluralRuleType = 'cardinal'): Part | '' {
  return chosen(choices, kept(rules, { type }, () => new Intl.PluralRules(locale(), { type })).select(value))
}

/** A plural with options for exact numbers, which take precedence over the language's plural categories. */
export function exactPlural<Part>(
  value: number,
  offset: number,
  choices: Choices<Part>,
  type?: Intl.PluralRuleType,
): Part | '' {
  return choices[`=${value}`]?.() ?? plural(value - offset, choices, type)
}

export function select<Part>(value: string, choices: Choices<Part>): Part | '' {
  return chosen(choices, value)
}

function chosen<Part>(choices: Choices<Part>, name: string): Part | '' {
  const choice = Object.hasOwn(choices, name) ? choices[name] : choices.other
  return choice?.() ?? ''
}

/** Caches formatters, since creating one takes a thousand times as long as using it. */
export function kept<Format>(formats: Map<string, Format>, options: object | undefined, make: () => Format): Format {
  const key = `${locale()} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? make()
  formats.set(key, known)
  return known
}
