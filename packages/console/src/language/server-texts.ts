import { language } from './language.ts'

/** Texts that servers of ours send in English. */
export interface ServerTexts {
  /** Fetches what `say` needs, before the first text is shown. Never fails: without it, texts stay English. */
  load(): Promise<void>
  /** A text in the reader's language where it is known there; else as it came. */
  say(text: string): string
}

/** @param german texts in German, by the English ones */
export function serverTexts(
  german: () => Promise<{ readonly default: Readonly<Record<string, string>> }>,
): ServerTexts {
  let translated: Readonly<Record<string, string>> = {}
  return {
    async load() {
      if (language() !== 'de') return
      try {
        translated = (await german()).default
      } catch {
        // What is waited for beside it must not fail for want of words.
      }
    },
    say: (text) => (language() === 'de' && Object.hasOwn(translated, text) ? (translated[text] ?? text) : text),
  }
}
