import type { DirectorySettings } from './directory-settings.ts'

/** Escapes a value for a distinguished name (RFC 4514). */
export function dnValue(text: string): string {
  return text.replace(/["+,;<=>\\#]|^\s|\s$|[^\P{C}]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}

/** Escapes a value for a filter (RFC 4515). */
export function filterValue(text: string): string {
  return text.replace(/[*()\\\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Appends the suffix unless the name already has it. */
export function withSuffix(username: string, suffix: string): string {
  return suffix === '' || username.toLowerCase().endsWith(suffix.toLowerCase()) ? username : username + suffix
}

export function withoutSuffix(username: string, suffix: string): string {
  const bare = username.slice(0, -suffix.length || undefined)
  return bare !== '' && withSuffix(bare, suffix).toLowerCase() === username.toLowerCase() ? bare : username
}

/** The name to bind with without a search; `null` if the person has to be searched first. */
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

/** The filter that finds one person by the typed name. */
export function personFilter(username: string, { kind, personFilter: own, suffix }: DirectorySettings): string {
  const account = kind === 'adldap' ? username.replace(/^.*\\/s, '') : username
  const [typed, bare, full] = [account, withoutSuffix(account, suffix), withSuffix(account, suffix)].map(filterValue)
  if (own !== null) return own.replaceAll('%s', () => typed ?? '')
  if (kind === 'adldap') return `(|(sAMAccountName=${bare})(userPrincipalName=${full}))`
  return suffix === '' ? `(uid=${typed})` : `(|(uid=${bare})(uid=${full})(mail=${full}))`
}
