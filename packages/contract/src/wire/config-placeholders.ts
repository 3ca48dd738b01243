/** A placeholder for a value that the folder does not have. */
export interface Placeholder {
  /** Where the value is: in an environment variable, or in a file. */
  readonly source: 'env' | 'file'
  readonly name: string
}

/** A part of a text: what is written, or a placeholder. */
export type TextPart = string | Placeholder

const form = /(\$?)\$\{(env|file):([^}]*)\}/g

/** The parts of a text in a file of configuration. `$${env:NAME}` is the text `${env:NAME}` (docs/wire/config.md). */
export function placeholderParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let written = ''
  let from = 0
  for (const found of text.matchAll(form)) {
    const [whole, mark, source, name = ''] = found
    written += text.slice(from, found.index)
    from = found.index + whole.length
    if (mark === '$') written += whole.slice(1)
    else {
      if (written !== '') parts.push(written)
      written = ''
      parts.push({ source: source === 'env' ? 'env' : 'file', name: name.trim() })
    }
  }
  written += text.slice(from)
  return written === '' && parts.length > 0 ? parts : [...parts, written]
}

/** A text as files have it, so that nothing in it is read as a placeholder. */
export const escapePlaceholders = (text: string) => text.replace(form, (whole) => `$${whole}`)
