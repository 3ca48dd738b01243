/**
 * Whether an archive entry is metadata that macOS adds, such as resource forks and folder settings, and not part of the packed
 * content (docs/wire/files.md). `path`: segments separated by slashes.
 */
export function isMacMetadata(path: string): boolean {
  const names = path.split('/').filter((name) => name !== '')
  const last = names.at(-1) ?? ''
  return names.includes('__MACOSX') || last === '.DS_Store' || last.startsWith('._')
}
