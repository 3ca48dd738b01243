/** Groups of service types, as every server names them, in lower case. `application`: all except the services of the instance itself. */
export type ServiceGroup = 'database' | 'file' | 'source control' | 'application' | (string & {})

export const tableGroups = ['database'] as const
export const fileGroups = ['file'] as const
/** Groups of services that provide repositories and folders for scripts. */
export const scriptGroups = ['source control', 'file'] as const
