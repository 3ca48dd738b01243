import { createContext, use } from 'react'

/**
 * Why the enclosed fields are read-only, as a sentence; `null` if they are editable. Their text can be selected and copied. Buttons do
 * nothing and show the reason, except those marked with `reads`.
 */
export const ReadOnly = createContext<string | null>(null)

/** Why the fields here are read-only; `null` if they are editable. */
export function useReadOnly(): string | null {
  return use(ReadOnly)
}
