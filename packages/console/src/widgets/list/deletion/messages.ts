import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  inUse: 'In use',
  inUseTitle: 'In use by',
  hiddenRecords:
    '{others, select, yes {{count, plural, =0 {Other records} one {# other record} other {# other records}}} other {{count, plural, =0 {Records} one {# record} other {# records}}}} that you do not have access to',
  renameQuestion: 'Rename {from} to {to}?',
  oldNameEnds: 'Requests that use the name {from} will be rejected.',
  oldNameStays: 'Requests that use the name {from} will still reach it.',
  maybeNothingFollows: 'What names it, such as event scripts and roles, may have to be changed by hand.',
  rename: 'Rename',
  andMore: '{names} and {more, number} more',
  dependents:
    '{resource, select, app {{count, plural, one {# app} other {# apps}}} user {{count, plural, one {# user} other {# users}}} admin {{count, plural, one {# admin} other {# admins}}} role {{count, plural, one {# role} other {# roles}}} service {{count, plural, one {# service} other {# services}}} limit {{count, plural, one {# limit} other {# limits}}} lookup {{count, plural, one {# lookup key} other {# lookup keys}}} email_template {{count, plural, one {# email template} other {# email templates}}} event_script {{count, plural, one {# script} other {# scripts}}} webhook {{count, plural, one {# webhook} other {# webhooks}}} cors {{count, plural, one {# CORS entry} other {# CORS entries}}} data_view {{count, plural, one {# view} other {# views}}} scheduler {{count, plural, one {# scheduled task} other {# scheduled tasks}}} other {{count, plural, one {# {name}} other {# {name}s}}}}',
  appsLoseRole: 'Will lose the default role: requests with only the API key are rejected.',
  usersLoseRole: 'Will lose the role, and with it access to the apps that it was given for.',
  usersLoseApp: 'Will lose the role in this app.',
  appsLoseStorage: 'Will lose the storage: the pages in it no longer open.',
  rolesLoseRules: 'Will lose the access rules for it.',
  restoring: 'Restoring…',
  auditMissing: 'Some are no longer in the audit log.',
  notRestored: 'Not restored: {reason}',
  nothingWasRestored: 'Nothing was restored.',
  restored: '{count, plural, one {Restored.} other {# restored.}}',
  newApiKey: 'A new API key was generated.',
  enterSecretsAgain: 'Secrets must be entered again: {names}.',
  undo: 'Undo',
})
