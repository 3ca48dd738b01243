/** Addresses of the tab: a service, and an operation of it. */
export const docsAddress = {
  service: (service: string) => `/apidocs/${encodeURIComponent(service)}`,
  operation: (service: string, id: string) => `/apidocs/${encodeURIComponent(service)}/${encodeURIComponent(id)}`,
} as const

/** What of a service the docs are narrowed to, as access rules name it; empty: all of it. */
export function componentSearch(component: string): { readonly component?: string } {
  return component === '' ? {} : { component }
}
