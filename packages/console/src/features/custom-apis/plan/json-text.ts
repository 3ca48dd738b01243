export type ReadJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

/** Reads JSON; an empty text is `undefined`. */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** A value as indented JSON; `undefined` is an empty text. */
export function jsonText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}
