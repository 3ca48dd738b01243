/** Sentences of the Packages tab; the answers and refusals are the ones people know and search for. */
export const packageMessages = {
  module: 'Packages',
  purpose: 'Export parts of this instance, or import them from another one.',
  loadFailed:
    'There was an error loading data for the Packages tab. Please try refreshing your browser and logging in again.',
  noAccess: 'To use the Packages tab your role must allow GET and POST access to system/package.',
  nothingSelected: 'No package content is selected.',
  noTarget: 'No file service is selected.',
  allSelected: (type: string, name: string) => `You have already selected all items for ${type} / ${name}.`,
  exported: 'The package is exported.',
  notPublic: (service: string, folder: string) =>
    `The file is not public. To share it by its address, add the folder ${folder} to the Public Path of the service ${service}.`,
  noScripts: 'Event scripts need a paid licence, so that none are listed here.',
  exportFailed: 'An error occurred!',
  mayRefuse: 'This server runs the open-source edition, which exports packages and refuses to import them (403).',
  noFile: 'No package file selected.',
  imported: 'Package was imported successfully.',
  importFailed: 'Package import failed.',
  unavailable: (name: string) => `The service ${name} is unavailable. What is exported of it may be refused.`,
}
