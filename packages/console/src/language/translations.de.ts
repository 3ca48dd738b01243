/** The German texts of all folders, for those that are not among the first. */
export const translations = import.meta.glob<Readonly<Record<string, unknown>>>('../**/messages.de.ts', {
  import: 'translation',
})
