export const docsMessages = {
  module: 'API Docs',
  purpose: 'Read and try every call.',
  loadFailed: 'Could not load the list of services.',
  documentFailed: 'Could not load the API description of this service.',
  noDocument: 'This service has no description yet.',
} as const
