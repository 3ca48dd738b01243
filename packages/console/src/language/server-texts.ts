import { language } from './language.ts'

/** Translations of English texts that our servers send. */
export interface ServerTexts {
  /** Loads the translations that `say` needs, before the first text is shown. Never fails: without them, texts stay English. */
  load(): Promise<void>
  /** The text in the page's language if a translation is known, otherwise unchanged. */
  say(text: string): string
}

type Translations = Readonly<Record<string, string>>

/**
 * @param german German texts by the English ones. `{name}` is a placeholder for a variable part; `{reason}`, `{details}` and `{where}`
 * contain texts that are translated too. Texts with several sentences are translated sentence by sentence if necessary.
 */
export function serverTexts(german: () => Promise<{ readonly default: Translations }>): ServerTexts {
  let said: ((text: string) => string | null) | null = null
  return {
    async load() {
      if (language() !== 'de' || said !== null) return
      try {
        said = sayer((await german()).default)
      } catch {
        // Callers that wait for other data too must not fail because of missing translations.
      }
    },
    say: (text) => (language() === 'de' ? (said?.(text) ?? text) : text),
  }
}

/** Longer texts are not matched: they are foreign content. */
const longest = 2000

/** Placeholders whose values are texts themselves. */
const texts = new Set(['reason', 'details', 'where'])

function sayer(translations: Translations): (text: string) => string | null {
  const patterns = Object.keys(translations)
    .filter((english) => english.includes('{'))
    .map(patternOf)
    .toSorted((a, b) => b.weight - a.weight)

  const filled = (text: string): string | null => {
    for (const { english, shape, names } of patterns) {
      const found = shape.exec(text)
      if (found === null) continue
      const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']))
      return (translations[english] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values.get(name) ?? ''
        return texts.has(name) ? (translate(value) ?? value) : value
      })
    }
    return null
  }

  const whole = (text: string) =>
    Object.hasOwn(translations, text) ? (translations[text] ?? null) : text.length > longest ? null : filled(text)

  const translate = (text: string): string | null => {
    const known = whole(text)
    if (known !== null) return known
    const sentences = text.split(/(?<=\.) /)
    if (sentences.length === 1) return null
    const parts = sentences.map(whole)
    return parts.includes(null) ? null : parts.join(' ')
  }
  return translate
}

interface Pattern {
  readonly english: string
  readonly shape: RegExp
  readonly names: readonly string[]
  /** Number of literal characters: more specific patterns are tried first. */
  readonly weight: number
}

/** A value within a text must not contain the end of a sentence; a value at the end may. */
function patternOf(english: string): Pattern {
  const pieces = english.split(/(\{\w+\})/).filter((piece) => piece !== '')
  const isValue = (piece: string) => /^\{\w+\}$/.test(piece)
  const shape = pieces
    .map((piece, at) => {
      if (!isValue(piece)) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return at === pieces.length - 1 ? '([\\s\\S]+)' : '((?:(?!\\. )[\\s\\S])+?)'
    })
    .join('')
  return {
    english,
    shape: new RegExp(`^${shape}$`),
    names: pieces.filter(isValue).map((piece) => piece.slice(1, -1)),
    weight: pieces.filter((piece) => !isValue(piece)).join('').length,
  }
}
