import { language } from '../../../language/language.ts'

let translated: Readonly<Record<string, string>> = {}

/** Fetches what `declaredText` needs; before the first setting is shown. */
export async function loadDeclaredTexts(): Promise<void> {
  if (language() === 'de') translated = (await import('./declared-texts.de.json')).default
}

/**
 * A label or a help text that a server declares for a setting of a service, in the reader's language where it is one that servers of ours
 * declare; else as it came.
 */
export function declaredText(text: string): string {
  return Object.hasOwn(translated, text) ? (translated[text] ?? text) : text
}
