const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Whether an SPDX expression permits using the package under permissive terms only. */
export function isPermissive(expression: string | undefined): boolean {
  if (expression === undefined) return false
  const choices = expression.replace(/[()]/g, '').split(/\s+OR\s+/)
  return choices.some((choice) => choice.split(/\s+AND\s+/).every((name) => permissive.has(name.trim())))
}

/** The licence expression of a manifest; for old manifests, the names in the legacy list. */
export function licenceIn({ license, licenses }: { license?: string; licenses?: readonly { type?: string }[] }) {
  return license ?? licenses?.map(({ type }) => type).join(' OR ')
}
