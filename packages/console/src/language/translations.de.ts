/** The German texts of all folders, each fetched when its English ones are. */
export const translations = import.meta.glob<Readonly<Record<string, unknown>>>('../**/messages.de.ts', {
  import: 'translation',
})
