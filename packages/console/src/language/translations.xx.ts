/** The pseudo-language, derived from the English texts. */
export const translations = import.meta.glob<Readonly<Record<string, unknown>>>('../**/messages.ts', {
  import: 'translation',
  query: '?pseudo',
})
