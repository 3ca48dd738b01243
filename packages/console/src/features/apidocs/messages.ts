export const docsMessages = {
  module: 'API Docs',
  purpose: 'Read and try every call.',
  loadFailed: 'The list of services could not be read.',
  documentFailed: 'The description of this service could not be read.',
  noDocument: 'This service has no description yet.',
} as const
