/**
 * Whether an entry of an archive is what macOS adds when it makes one: resource forks and folder settings, which are no part
 * of what was packed (docs/wire/files.md). `path`: names with slashes between them.
 */
export function isMacMetadata(path: string): boolean {
  const names = path.split('/').filter((name) => name !== '')
  const last = names.at(-1) ?? ''
  return names.includes('__MACOSX') || last === '.DS_Store' || last.startsWith('._')
}
