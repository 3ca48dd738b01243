/** The names an administrator's access can be narrowed to, in the wire's order (docs/wire/access.md). */
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

/** Tabs that instances know besides which announce the feature of that name; whoever has all of the others is not restricted. */
export const extraTabs = ['usage', 'data-history', 'webhooks'] as const

export const allTabs = [...accessTabs, ...extraTabs] as const
export type AccessTab = (typeof allTabs)[number]
