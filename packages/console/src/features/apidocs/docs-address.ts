/** Addresses of the tab: a service, and an operation of it. */
export const docsAddress = {
  service: (service: string) => `/apidocs/${encodeURIComponent(service)}`,
  operation: (service: string, id: string) => `/apidocs/${encodeURIComponent(service)}/${encodeURIComponent(id)}`,
} as const
