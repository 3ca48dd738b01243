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
export type AccessTab = (typeof accessTabs)[number]
