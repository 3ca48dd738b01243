/**
 * What a written value confers besides being stored. Every writable field of the instance's tables and every setting of its types of
 * service declares one of these classes, and the instance enforces each class in one place (docs/security/authority.md).
 */
export const authorityClasses = {
  plain: 'Confers nothing: whoever may write the record may write it.',
  names: 'Names another record, at which the writer needs rights.',
  grants: 'Gives the rights of a role, which the writer must hold.',
  publishes: 'Makes files readable to others. Only full administrators publish files that others keep.',
  'runs later':
    'Is run later, or points to what is. It runs with the rights that its author and its caller both have. App passwords cannot write it, nor can access tokens, except by an apply with the scope config:programs.',
  addresses:
    'Determines where requests, secrets or emails go. Stored secrets have to be sent again; only full administrators use private hosts, and storage of other services.',
  decides: 'Is used in filters, paths, links or texts. For others, only values of trusted authors are used.',
  reserved: 'Protects accounts or other people. Only full administrators can change it.',
} as const

export type AuthorityClass = keyof typeof authorityClasses

/** What a setting of a service confers. */
export type SettingAuthority =
  | Exclude<AuthorityClass, 'names' | 'grants'>
  /** For objects: the members that determine where requests go, in upper case and without `CURLOPT_`. */
  | { readonly addresses: readonly string[] }
  /** Reserved, except for these values. */
  | { readonly reservedExcept: readonly unknown[] }

/** The class of a setting. Those that declare nothing, in connectors of other makers, are for full administrators. */
export function settingClass(authority: SettingAuthority | undefined): AuthorityClass {
  if (authority === undefined) return 'reserved'
  if (typeof authority === 'string') return authority
  return 'addresses' in authority ? 'addresses' : 'reserved'
}
