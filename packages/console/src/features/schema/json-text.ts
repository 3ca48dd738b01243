import { schemaMessages } from './messages.ts'

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string }

export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : schemaMessages.notValidJson }
  }
}

/** Formats a value as indented JSON. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
