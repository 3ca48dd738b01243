/** Sentences of the Scheduler tab; the questions, answers and refusals are the ones people know and search for. */
export const taskMessages = {
  module: 'Scheduler',
  loadFailed:
    'There was an error loading data for the Scheduler tab. Please try refreshing your browser and logging in again.',
  noAccess:
    'To use the Scheduler tab your role must allow GET access to system/scheduler. To create, update, or delete scheduled tasks, you need POST, PUT, and DELETE access to /system/scheduler and/or /system/scheduler/*.',
  empty: 'You have no Scheduler Tasks!',
  createFirst: 'Create A Scheduler Task!',
  purpose: 'A task calls a service on a schedule.',
  noMatch: 'You have no Scheduler Tasks that match your search criteria!',
  deleteOne: ({ name }: { name: string }) => `Delete ${name}?`,
  deleteMany: 'Delete selected tasks?',
  deletedOne: 'Scheduler task successfully deleted.',
  deletedMany: 'Scheduler tasks deleted successfully.',
  imported: 'Scheduler tasks imported successfully.',
  created: 'Scheduler task saved successfully.',
  updated: 'Scheduler task updated successfully.',
  nameMissing: 'Name is required.',
  serviceMissing: 'Service is required.',
  serviceGone: (id: number) => `Service with id "${id}" not found.`,
  frequencyWrong: 'The frequency is a whole number of minutes, 1 or more.',
  cronMissing: 'A cron expression is required.',
  payloadWrong: 'The payload is not valid JSON.',
  begun: (name: string) => `A run of ${name} has started.`,
}
