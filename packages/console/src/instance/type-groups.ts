/** Groups of kinds, as every server names them, in lower case. */
export type ServiceGroup = 'database' | 'file' | 'source control'

export const tableGroups = ['database'] as const
export const fileGroups = ['file'] as const
/** What opens repositories and folders that scripts are in. */
export const scriptGroups = ['source control', 'file'] as const
