/** Groups of kinds, as every server names them, in lower case; `application`: all but those by which the instance itself is reached. */
export type ServiceGroup = 'database' | 'file' | 'source control' | 'application'

export const tableGroups = ['database'] as const
export const fileGroups = ['file'] as const
/** What opens repositories and folders that scripts are in. */
export const scriptGroups = ['source control', 'file'] as const
