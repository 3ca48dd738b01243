/** Reads a form's fields as texts. The last of several wins; `name[]` collects them in a list. */
export function readForm(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (!key.endsWith('[]')) {
      fields.set(key, value)
      continue
    }
    const name = key.slice(0, -2)
    const collected = fields.get(name)
    if (Array.isArray(collected)) collected.push(value)
    else fields.set(name, [value])
  }
  fields.delete('__proto__')
  return Object.fromEntries(fields)
}
