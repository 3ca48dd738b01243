/** Sentences of the Services tab; the questions, answers and refusals are the ones people know and search for. */
export const serviceMessages = {
  module: 'Services',
  loadFailed:
    'There was an error loading data for the Services tab. Please try refreshing your browser and logging in again.',
  noAccess:
    'To use the Services tab your role must allow GET access to system/service and system/service_type. To create, update, or delete services, you need POST, PUT, and DELETE access to /system/service and/or /system/service/*.',
  empty: 'You have no Services!',
  createFirst: 'Create A Service!',
  purpose: 'A service connects a database, a file store, mail, a script or another API, and has an address of its own.',
  noMatch: 'You have no Services that match your search criteria!',
  deleteOne: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteMany: 'Delete selected services?',
  deletedOne: 'Service successfully deleted.',
  deletedMany: 'Services deleted successfully.',
  inUse: 'Its limits and scheduled tasks go with it, apps lose their storage, and scripts their source.',
  kept: 'The instance requires this service.',
  imported: 'Services imported successfully.',
  created: 'Service saved successfully.',
  updated: 'Service updated successfully.',
  updatedAndCleared: 'Service updated and cache cleared successfully.',
  createdAndTesting: 'Service saved successfully. Now running connection test in the background.',
  updatedAndTesting: 'Service updated successfully. Now running connection test in the background.',
  testSucceeded: 'Test connection succeeded.',
  testFailed: (name: string) =>
    `Test connection failed, could just be a typo. Please check config credentials for Service Name: ${name}`,
  nameMissing: 'Invalid data supplied. The namespace field is required.',
  labelMissing: 'Invalid data supplied. The label field is required.',
  bothMissing: 'Invalid data supplied. The namespace and label fields are required.',
  badName:
    'Be sure that service name is in lowercase and alphanumeric. It should only contain letters, numbers, underscores and dashes.',
  eventsFailed: 'There was an error loading the service. Please try refreshing your browser and logging in again.',
  uploaded: 'Spreadsheet was uploaded successfully.',
}
