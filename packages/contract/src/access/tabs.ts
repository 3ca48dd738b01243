/** The tabs that an administrator's access can be restricted to, in the wire's order (docs/wire/access.md). */
export const accessTabs = [
  'apps',
  'users',
  'services',
  'apidocs',
  'schema/data',
  'files',
  'scripts',
  'config',
  'packages',
  'limits',
  'scheduler',
] as const

/** Further tabs, on instances that announce the feature of the same name. Having all of the others still counts as unrestricted. */
export const extraTabs = ['usage', 'data-history', 'webhooks'] as const

export const allTabs = [...accessTabs, ...extraTabs] as const
export type AccessTab = (typeof allTabs)[number]
