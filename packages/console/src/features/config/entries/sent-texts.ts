/** Returns a string field; an empty string for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the given fields of `draft` that differ from `before`, trimmed; cleared ones are `null`. */
export function changedTexts<D extends { readonly [field: string]: unknown }>(
  before: D,
  draft: D,
  fields: readonly (keyof D & string)[],
): Record<string, string | null> {
  const changed = fields.filter((field) => before[field] !== draft[field])
  return Object.fromEntries(changed.map((field) => [field, textOf(draft[field]).trim() || null]))
}

/** Returns the given fields that are not empty, trimmed. */
export function filledTexts<D extends { readonly [field: string]: unknown }>(
  draft: D,
  fields: readonly (keyof D & string)[],
): Record<string, string> {
  const texts = fields.map((field) => [field, textOf(draft[field]).trim()] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}
