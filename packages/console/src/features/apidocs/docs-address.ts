/** Addresses of the tab: a service, and one of its operations. */
export const docsAddress = {
  service: (service: string) => `/apidocs/${encodeURIComponent(service)}`,
  operation: (service: string, id: string) => `/apidocs/${encodeURIComponent(service)}/${encodeURIComponent(id)}`,
} as const

/** The query that narrows the docs to a component, as named in access rules; empty for the whole service. */
export function componentSearch(component: string): { readonly component?: string } {
  return component === '' ? {} : { component }
}
