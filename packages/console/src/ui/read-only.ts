import { createContext, use } from 'react'

/**
 * Around fields that may be looked at and not changed, with the reason in a sentence; null: they may. Texts in them can be selected and
 * copied. Buttons among them do nothing and give the reason, but for those that say that they only read.
 */
export const ReadOnly = createContext<string | null>(null)

/** Why the fields around here cannot be changed; null: they can. */
export function useReadOnly(): string | null {
  return use(ReadOnly)
}
