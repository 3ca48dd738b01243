export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string }

/** `why` is the engine's sentence. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  }
}

/** Parses JSON that may be left out; an empty text is `undefined`. */
export const parseOptionalJson = (text: string): ParsedJson =>
  text.trim() === '' ? { ok: true, value: undefined } : parseJson(text)

/** Formats a value as indented JSON; `undefined` is an empty text. */
export function jsonOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}
