import type { DirectorySettings } from './directory-settings.ts'

/** A value within a distinguished name: whatever it has in it, it stays one value (RFC 4514). */
export function dnValue(text: string): string {
  return text.replace(/["+,;<=>\\#]|^\s|\s$|[^\P{C}]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}

/** A value within a filter: whatever it has in it, it is only compared (RFC 4515). */
export function filterValue(text: string): string {
  return text.replace(/[*()\\\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Names as the directory has them: the suffix only where it is not there yet. */
export function withSuffix(username: string, suffix: string): string {
  return suffix === '' || username.toLowerCase().endsWith(suffix.toLowerCase()) ? username : username + suffix
}

export function withoutSuffix(username: string, suffix: string): string {
  const bare = username.slice(0, -suffix.length || undefined)
  return bare !== '' && withSuffix(bare, suffix).toLowerCase() === username.toLowerCase() ? bare : username
}

/** The name that somebody signs in with before anything was searched for; null: who it is has to be searched first. */
export function directName(username: string, settings: DirectorySettings): string | null {
  const { kind, nameTemplate, searcher, suffix, baseDn } = settings
  if (nameTemplate !== null) return nameTemplate.replaceAll('%s', () => dnValue(withSuffix(username, suffix)))
  if (kind === 'ldap' || searcher !== null) return null
  if (username.includes('@') || username.includes('\\')) return username
  return withSuffix(username, suffix || `@${domainOf(baseDn)}`)
}

/** `dc=corp,dc=example,dc=com` is the domain `corp.example.com`. */
function domainOf(baseDn: string): string {
  return [...baseDn.matchAll(/(?:^|,)\s*dc\s*=\s*([^,]+)/gi)].map(([, label = '']) => label.trim()).join('.')
}

/** The filter that finds one person by the name that was typed. */
export function personFilter(username: string, { kind, personFilter: own, suffix }: DirectorySettings): string {
  const account = kind === 'adldap' ? username.replace(/^.*\\/s, '') : username
  const [typed, bare, full] = [account, withoutSuffix(account, suffix), withSuffix(account, suffix)].map(filterValue)
  if (own !== null) return own.replaceAll('%s', () => typed ?? '')
  if (kind === 'adldap') return `(|(sAMAccountName=${bare})(userPrincipalName=${full}))`
  return suffix === '' ? `(uid=${typed})` : `(|(uid=${bare})(uid=${full})(mail=${full}))`
}
