/** Sentences of the Scripts tab; the questions, answers and refusals are the ones people know and search for. */
export const scriptMessages = {
  module: 'Scripts',
  purpose: 'A script runs on requests to a service: before, after, or instead of it.',
  loadFailed:
    'There was an error loading data for the Scripts tab. Please try refreshing your browser and logging in again.',
  noAccess:
    'To use the Scripts tab your role must allow GET access to system/event_script, system/event, and system/script_type. To create, update, or delete scripts you need POST and DELETE access to /system/event_script.',
  hosted: 'This instance runs no scripts',
  hostedWhy: 'Free editions that somebody hosts for you have no scripting on the server.',
  saved: (name: string) => `Script "${name}" saved successfully.`,
  deleteOne: ({ name }: { name: string }) => `Delete ${name}?`,
  deleted: 'Script deleted successfully.',
  configWrong: 'The configuration is not a JSON object.',
}
