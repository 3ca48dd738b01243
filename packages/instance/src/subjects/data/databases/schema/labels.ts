/** Returns the display name of a database name: capitalized words, with `_` as a space (docs/wire/schema.md). */
export function labelOf(name: string): string {
  return name
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Returns the English plural of a display name; one that is plural already stays unchanged. */
export function pluralOf(label: string): string {
  const word = /[A-Za-z]+$/.exec(label)?.[0]
  if (word === undefined) return label
  return label.slice(0, -word.length) + pluralWord(word)
}

function pluralWord(word: string): string {
  const lower = word.toLowerCase()
  if (unchanging.has(lower)) return word
  const irregular = irregulars.get(lower)
  if (irregular !== undefined) return word.charAt(0) + irregular.slice(1)
  for (const [ending, plural] of endings) if (ending.test(word)) return word.replace(ending, plural)
  return `${word}s`
}

const unchanging = new Set(
  'data equipment feedback fish information media metadata money news series sheep software species staff'.split(' '),
)

const irregulars = new Map([
  ['child', 'children'],
  ['criterion', 'criteria'],
  ['foot', 'feet'],
  ['half', 'halves'],
  ['knife', 'knives'],
  ['leaf', 'leaves'],
  ['life', 'lives'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['person', 'people'],
  ['quiz', 'quizzes'],
  ['shelf', 'shelves'],
  ['tooth', 'teeth'],
  ['wolf', 'wolves'],
  ['woman', 'women'],
])

/** The first match applies. Words in `s` without a match are taken for plurals. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(us|ss|sh|ch|x|zz)$/i, '$1es'],
  [/sis$/i, 'ses'],
  [/([^aeiou])y$/i, '$1ies'],
  [/(hero|potato|tomato|echo|veto)$/i, '$1es'],
  [/s$/i, 's'],
]
