/** German texts of all folders, except the initial ones. */
export const translations = import.meta.glob<Readonly<Record<string, unknown>>>('../**/messages.de.ts', {
  import: 'translation',
})
