/** Sentences of the Apps tab; the questions, answers and refusals are the ones people know and search for. */
export const appMessages = {
  module: 'Apps',
  loadFailed:
    'There was an error loading data for the Apps tab. Please try refreshing your browser and logging in again.',
  noAccess:
    'To use the Apps tab your role must allow GET access to system/app, system/role, and system/service. To create, update, or delete apps, you need POST, PUT, and DELETE access to /system/app and/or /system/app/*.',
  empty: 'You have no Apps!',
  createFirst: 'Create An App!',
  purpose: 'An app has an API key, by which its calls are known, and can say where it is launched.',
  noMatch: 'You have no Apps that match your search criteria!',
  deleteOne: (name: string) => `Delete ${name}?`,
  deleteMany: 'Delete selected apps?',
  deleteFiles: 'Delete application files? Pressing cancel will retain the files in storage.',
  deleteFilesOfMany: 'Delete application files?',
  deletedOne: 'App successfully deleted.',
  deletedMany: 'Apps deleted successfully.',
  imported: 'App successfully imported.',
  created: (name: string) => `${name} saved successfully.`,
  updated: (name: string) => `${name} updated successfully.`,
  regenerated: (name: string) => `${name} has a new API key.`,
  consoleApp: 'This console is opened through the app admin, so it stays.',
  nameMissing: 'Application Name is required.',
  urlMissing: 'URL to Application is required.',
  pathMissing: 'Path to Application is required.',
  packageMissing: 'Choose a package file, or enter the address of one.',
  notAnAddress: 'An address begins with http:// or https://; to send a file, browse for it.',
  otherPackage: 'Packages end with .dfpkg; this may not be one.',
}
