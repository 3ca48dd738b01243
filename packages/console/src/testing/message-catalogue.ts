/** Where a message appears: in a notification of a type, on the page, in a confirmation, in an empty list, at a control. */
export type MessageKind = (typeof kinds)[number]

const kinds = [
  'success',
  'warning',
  'error',
  'testing',
  'inline',
  'question',
  'empty',
  'label',
  'page',
  'data',
] as const

/**
 * Every message that users know this console by: id, screen, trigger, kind (and for a notification its title), text. `{name}` marks a
 * variable part. The tests in `messages/` trigger each one on its screen.
 */
const table = `
login.refused | Login | both endpoints refuse the credentials | inline | {message}
forgot.sent | Forgot Password | the mail is on its way | inline | A password reset email has been sent to the user's email address.
code.mismatch | Forgot, reset, confirm, invite | the two passwords differ | inline | Passwords do not match.
code.short | Forgot, reset, confirm, invite | fewer than 5 characters | inline | Password must be at least 5 characters.
reset.done | Reset, security question | the password is set and somebody signed in | success: Users | Password reset successful.
register.mismatch | Register | the two passwords differ | inline | Password and confirm password do not match.
register.fields | Register | the instance refuses fields | inline | Validation failed. {fields}
register.refused | Register | the instance refuses without saying fields | inline | Validation failed. {message}
confirm.done | Registration confirmation | confirmed and signed in | success: Users | Registration Confirmation successful.
invite.done | Invitation | confirmed and signed in | success: Users | User Confirmation successful.
code.refused | Reset, confirm, invite | the instance refuses the code, or to sign in afterwards | inline | {message}
any.unknown | Any | an answer that nobody can read | error: Api Error | The server returned an unknown error.
any.batch | Any | records of a batch are refused | error: Api Error | {messages}
shell.no-root | Any | gold, not root, and nobody is | error: Admins | There is no root administrator selected. Some functionality might not work. Use df:root_admin command to choose one.
shell.expired | Any | the licence service answers 401 | page | Your subscription has expired. Contact sales before this instance is shut down.
licence.invalid | Licence | no key, or bad marketplace data | data | License key is invalid.
licence.marketplace | Licence | bought at the marketplace | data | View in AWS Console
editor.leave | Editors | leaving with changes | question | Continue without saving?
cache.all | Config, Cache | the whole is flushed | success: Cache | System-wide cache flushed.
cache.one | Config, Cache | one service is flushed | success: Cache | {label} service cache flushed.
config.refused | Config | any failure | error: Api Error | {message}
cors.none | Config, CORS | saving with nothing selected | warning: CORS | No host selected.
cors.default-name | Config, CORS | saving a new entry under its default name | warning: CORS | Entries should have a unique path pattern. Please rename your entry to something other than the default 'new' name.
cors.name-missing | Config, CORS | saving without a name | error: CORS | Path is a required field.
cors.created | Config, CORS | an entry is created | success: CORS | CORS entry created successfully.
cors.updated | Config, CORS | an entry is updated | success: CORS | CORS entry updated successfully.
cors.deleted | Config, CORS | an entry is deleted | success: CORS | CORS entry deleted successfully.
cors.delete | Config, CORS | deleting | question | Delete {name}?
templates.none | Config, Email Templates | saving with nothing selected | warning: Email Templates | No email template selected.
templates.default-name | Config, Email Templates | saving a new entry under its default name | warning: Email Templates | Email templates should have a unique name. Please choose a name other than the default.
templates.name-missing | Config, Email Templates | saving without a name | error: Email Templates | Template Name is a required field.
templates.created | Config, Email Templates | an entry is created | success: Email Templates | Email template created successfully.
templates.updated | Config, Email Templates | an entry is updated | success: Email Templates | Email template updated successfully.
templates.deleted | Config, Email Templates | an entry is deleted | success: Email Templates | Email template deleted successfully.
templates.delete | Config, Email Templates | deleting | question | Delete {name}?
lookups.none | Config, Global Lookup Keys | saving with nothing selected | warning: Global Lookup Keys | No lookup key selected.
lookups.default-name | Config, Global Lookup Keys | saving a new entry under its default name | warning: Global Lookup Keys | Lookup keys should have a unique name. Please choose a name other than the default.
lookups.name-missing | Config, Global Lookup Keys | saving without a name | error: Global Lookup Keys | Lookup keys should have a unique name. Please name your key.
lookups.created | Config, Global Lookup Keys | an entry is created | success: Global Lookup Keys | Lookup key created successfully.
lookups.updated | Config, Global Lookup Keys | an entry is updated | success: Global Lookup Keys | Lookup key updated successfully.
lookups.deleted | Config, Global Lookup Keys | an entry is deleted | success: Global Lookup Keys | Lookup key deleted successfully.
lookups.delete | Config, Global Lookup Keys | deleting | question | Delete {name}?
people.neither | Admins, Users | a new person with neither invite nor password | error: Users | Please select email invite or set password.
people.both | Admins, Users | a new person with both | error: Users | Please select email invite or set password, but not both.
people.other-file | Admins, Users | importing a file of another kind | error: Api Error | Acceptable file formats are csv, json, and xml.
people.confirmed | Admins, Users | the column Registration | label | Confirmed
people.pending | Admins, Users | the column Registration | label | Pending
people.expired | Admins, Users | the column Registration | label | Expired
people.n-a | Admins, Users | the column Registration | label | N/A
admins.load | Admins | the list cannot be read; leads home | error: Admins | There was an error loading data for the Admins tab. Please try refreshing your browser and logging in again.
admins.mismatch | Admins | the two passwords differ | error: Admins | Passwords do not match.
admins.created | Admins | created | success: Admins | Admin saved successfully.
admins.updated | Admins | updated | success: Admins | Admin updated successfully.
admins.deleted | Admins | one deleted | success: Admins | Admin successfully deleted.
admins.deleted-many | Admins | many deleted | success: Admins | Admins deleted successfully.
admins.imported | Admins | imported | success: Admins | Admins imported successfully.
admins.invited | Admins | an invitation is sent | success: Admins | Admin invite has been sent.
admins.delete | Admins | deleting one | question | Delete {name}?
admins.delete-many | Admins | deleting many | question | Delete selected admins?
admins.no-match | Admins | a search without hits | empty | You have no Admins that match your search criteria!
users.load | Users | the list cannot be read | error: Users | There was an error loading data for the Users tab. Please try refreshing your browser and logging in again.
users.no-access | Users | 401 or 403 for the list; leads home | error: Users | To use the Users tab your role must allow GET access to system/user, system/role, and system/app. To create, update, or delete users, you need POST, PUT, and DELETE access to /system/user.
users.empty | Users | there are none | empty | You have no Users!
users.create-first | Users | there are none | label | Create A User!
users.no-match | Users | a search without hits | empty | You have no Users that match your search criteria!
users.mismatch | Users | the two passwords differ | error: Users | Passwords do not match.
users.created | Users | created | success: Users | User saved successfully.
users.updated | Users | updated | success: Users | User updated successfully.
users.deleted | Users | one deleted | success: Users | User successfully deleted.
users.deleted-many | Users | many deleted | success: Users | Users deleted successfully.
users.imported | Users | imported | success: Users | Users imported successfully.
users.invited | Users | an invitation is sent | success: Users | User invite has been sent.
users.delete | Users | deleting one | question | Delete {name}?
users.delete-many | Users | deleting many | question | Delete selected users?
apps.load | Apps | the list cannot be read | error: Apps | There was an error loading data for the Apps tab. Please try refreshing your browser and logging in again.
apps.no-access | Apps | 401 or 403 for the list; leads home | error: Apps | To use the Apps tab your role must allow GET access to system/app, system/role, and system/service. To create, update, or delete apps, you need POST, PUT, and DELETE access to /system/app and/or /system/app/*.
apps.empty | Apps | there are none | empty | You have no Apps!
apps.create-first | Apps | there are none | label | Create An App!
apps.no-match | Apps | a search without hits | empty | You have no Apps that match your search criteria!
apps.created | Apps | created | success: Apps | {name} saved successfully.
apps.updated | Apps | updated | success: Apps | {name} updated successfully.
apps.deleted | Apps | one deleted | success: Apps | App successfully deleted.
apps.deleted-many | Apps | many deleted | success: Apps | Apps deleted successfully.
apps.imported | Apps | imported | success: Apps | App successfully imported.
apps.delete | Apps | deleting one | question | Delete {name}?
apps.delete-many | Apps | deleting many | question | Delete selected apps?
apps.delete-files | Apps | deleting one that has files | question | Delete application files? Pressing cancel will retain the files in storage.
apps.delete-files-of-many | Apps | deleting many | question | Delete application files?
code-host.refused | Code host | it answers 401 | inline | Error: Authentication failed.
code-host.missing | Code host | it answers 404 | inline | Error: The file could not be found.
code-host.format | Code host | an address with another ending | inline | Error: Invalid file format. Only {formats} file format(s) allowed
services.load | Services | the list cannot be read | error: Services | There was an error loading data for the Services tab. Please try refreshing your browser and logging in again.
services.no-access | Services | 401 or 403 for the list; leads home | error: Services | To use the Services tab your role must allow GET access to system/service and system/service_type. To create, update, or delete services, you need POST, PUT, and DELETE access to /system/service and/or /system/service/*.
services.empty | Services | there are none | empty | You have no Services!
services.create-first | Services | there are none | label | Create A Service!
services.no-match | Services | a search without hits | empty | You have no Services that match your search criteria!
services.name-missing | Services | saving without a namespace | error: Api Error | Invalid data supplied. The namespace field is required.
services.label-missing | Services | saving without a label | error: Api Error | Invalid data supplied. The label field is required.
services.both-missing | Services | saving without both | error: Api Error | Invalid data supplied. The namespace and label fields are required.
services.bad-name | Services | leaving a namespace with other characters | warning: Services | Be sure that service name is in lowercase and alphanumeric. It should only contain letters, numbers, underscores and dashes.
services.created | Services | created, without tables | success: Services: {name} | Service saved successfully.
services.updated | Services | updated, without tables | success: Services: {name} | Service updated successfully.
services.cleared | Services | updated, and its cache cleared | success: Services: {name} | Service updated and cache cleared successfully.
services.created-database | Services | a database is created | testing: Services: {name} | Service saved successfully. Now running connection test in the background.
services.updated-database | Services | a database is updated | testing: Services: {name} | Service updated successfully. Now running connection test in the background.
services.test-ok | Services | the database answers | success: Test Result for {name} | Test connection succeeded.
services.test-reason | Services | it does not, on an instance in debug mode | error: Test Result for {name} | {message}
services.test-failed | Services | it does not | error: Test Result for {name} | Test connection failed, could just be a typo. Please check config credentials for Service Name: {name}
services.deleted | Services | one deleted | success: Services | Service successfully deleted.
services.deleted-many | Services | many deleted | success: Services | Services deleted successfully.
services.delete | Services | deleting one | question | Delete {label}?
services.delete-many | Services | deleting many | question | Delete selected services?
services.events | Services | the events cannot be read | error: Services | There was an error loading the service. Please try refreshing your browser and logging in again.
services.uploaded | Services | a spreadsheet is uploaded | success: Services | Spreadsheet was uploaded successfully.
services.pulled | Services | a script is read from its source | success: Services | Successfully pulled the latest script from source.
services.pull-failed | Services | it cannot be read | error: Services | There was an error pulling the latest script from source. Please make sure your service, path and permissions are correct and try again.
services.script-cleared | Services | what is kept of a script is cleared | success: Services | Successfully cleared script from cache.
services.script-not-cleared | Services | it cannot be cleared | error: Services | Failed to cleared script from cache.
services.other-file | Services | choosing a file with another ending | error: Services | Error: Invalid file format. Only {formats} file format(s) allowed
services.not-included | Services | choosing a type that the licence does not include | page | Access to the {type} connector is available in the commercial product
roles.load | Roles | the list cannot be read; 401 and 403 lead home | error: Roles | To use the Roles tab your role must allow GET access to service 'system' and system/role/*. To create, update, or delete roles, you need POST, PUT, and DELETE access to system/role/*.
roles.empty | Roles | there are none | empty | You have no Roles!
roles.create-first | Roles | there are none | label | Create A Role!
roles.no-match | Roles | a search without hits | empty | You have no Roles that match your search criteria!
roles.created | Roles | created | success: Roles | Role saved successfully.
roles.updated | Roles | updated | success: Roles | Role updated successfully.
roles.deleted | Roles | one deleted | success: Roles | Role successfully deleted.
roles.deleted-many | Roles | many deleted | success: Roles | Roles deleted successfully.
roles.delete | Roles | deleting one | question | Delete {name}?
roles.delete-many | Roles | deleting many | question | Delete selected roles?
roles.service-missing | Roles | a rule names a service that is gone | error: Roles | Service with id "{id}" not found.
roles.name-missing | Roles | saving without a name | label | Basic
roles.same-key | Roles | two lookup keys of one name | label | Lookup Keys
schema.load | Schema | the services cannot be read | error: Schema | There was an error loading the Schema tab. Please try refreshing your browser and logging in again.
schema.none | Schema | no table is chosen | empty | No Table selected
schema.refreshed | Schema | read again | success: Schema | {label} is refreshed.
schema.table-exists | Schema | a new table under the name of another | error: Validation Error | The name already exists
schema.table-saved | Schema | a table is saved | success: Schema | Table saved successfully.
schema.drop | Schema | dropping a table | question | Are you sure you want to drop table {table}?
schema.table-dropped | Schema | a table is dropped | success: Schema | Table deleted successfully.
schema.stuck-in-json | Schema, JSON | back to table mode with a text that is no JSON | error: JSON Error | Invalid JSON.  Please correct any errors and validate to switch back to table view.
schema.good-json | Schema, JSON | checked, and it is | success: Schema | Valid JSON.
schema.bad-json | Schema, JSON | checked, and it is not | error: Api Error | JSON Invalid.
schema.field-incomplete | Schema, field | saving without name or type | error: Schema | Name and type are required fields
schema.field-exists | Schema, field | a new field under the name of another | error: Schema | The field name already exists
schema.field-saved | Schema, field | saved | success: Schema | Field saved successfully.
schema.field-failed | Schema, field | refused | error: Schema | Failed to save field
schema.field-drop | Schema, field | deleting | question | Are you sure you want to delete field {name}?
schema.field-dropped | Schema, field | deleted | success: Schema | Field deleted successfully.
schema.relation-blank | Schema, relation | saving with blanks | error: Schema | Required fields are blank
schema.relation-saved | Schema, relation | saved | success: Schema | Virtual Relationship saved successfully.
schema.relation-drop | Schema, relation | deleting | question | Are you sure you want to delete relationship {name}?
schema.relation-dropped | Schema, relation | deleted | success: Schema | Virtual Relationship deleted successfully.
schema.upload-bad | Schema, upload | a text that is no schema | error: Validation Error | The schema JSON is not valid.
schema.upload-exists | Schema, upload | a table under the name of another | error: Validation Error | The table name already exists.
schema.uploaded | Schema, upload | uploaded | success: Schema | Tables created successfully.
data.load | Data | the services cannot be read | error: Data | There was an error loading the Data tab. Please try refreshing your browser and logging in again.
data.unsaved | Data | unsaved records are left, by another filter, order or table, or by refreshing | question | You have Unsaved records.  Continue without saving?
data.delete | Data | deleting records | question | You are about to delete records. Continue?
data.nothing-to-save | Data | saving with nothing changed | error: Data | No records selected for save.
data.nothing-to-delete | Data | deleting with nothing selected | error: Data | No records selected for delete.
data.saved-many | Data | several records are saved | success: Data | Records saved.
data.reverted-many | Data | several records are reverted | success: Data | Records reverted.
data.deleted-many | Data | several records are deleted | success: Data | Records deleted.
data.saved | Data | a record is saved | success: Data | Record saved.
data.reverted | Data | a record is reverted | success: Data | Record reverted.
data.deleted | Data | a record is deleted | success: Data | Record deleted.
data.created | Data | a record is created | success: Data | Record created.
packages.load | Packages | loading fails | error: Packages | There was an error loading data for the Packages tab. Please try refreshing your browser and logging in again.
packages.no-access | Packages | 401 or 403, then home | error: Packages | To use the Packages tab your role must allow GET and POST access to system/package.
packages.nothing | Packages, export | nothing is selected | error: Packages | No package content is selected.
packages.no-target | Packages, export | no file service is chosen | error: Packages | No file service is selected.
packages.all | Packages, export | all of it is selected already | error: Packages | You have already selected all items for {type} / {name}.
packages.no-scripts | Packages, export | the licence does not include scripts | page | Event scripts need a paid licence, so that none are listed here.
packages.unavailable | Packages, export | choosing a service that does not answer | inline | Unavailable. Export may fail.
packages.exported | Packages, export | it is exported | inline | The package is exported.
packages.not-public | Packages, export | it is exported to where not everybody may read | inline | The file is not public. To share it by its address, add the folder {folder} to the Public Path of the service {service}.
packages.export-failed | Packages, export | the instance refuses | inline | An error occurred!
packages.no-file | Packages, import | neither file nor address | error: Packages | No package file selected.
packages.imported | Packages, import | something was imported | success: Packages | Package was imported successfully.
packages.import-failed | Packages, import | nothing was imported | inline | Package import failed.
limits.load | Limits | it cannot be read; leads home | error: Limits | There was an error loading data for the Limits tab. Please try refreshing your browser and logging in again.
limits.empty | Limits | there are none | empty | You have no Limits!
limits.create-first | Limits | there are none | label | Create A Limit!
limits.no-match | Limits | a search without hits | empty | You have no Limits that match your search criteria!
limits.no-type | Limits | saving without a type | error: Limit Create Error | Please select a limit type.
limits.type-missing | Limits | saving without a type | inline | A Limit type must be selected.
limits.name-missing | Limits | saving without a name | error: Limit Create Error | The limit name cannot be blank.
limits.rate-missing | Limits | saving without a rate | error: Limit Create Error | The limit rate cannot be blank.
limits.rate-wrong | Limits | saving with a rate that is not digits | error: Limit Create Error | The limit rate must be an integer.
limits.created | Limits | created | success: Limits | Limit saved successfully.
limits.updated | Limits | updated | success: Limit | Limit updated successfully.
limits.deleted | Limits | one deleted | success: Limits | Limit successfully deleted.
limits.deleted-many | Limits | many deleted | success: Limits | Limits deleted successfully.
limits.cleared | Limits | one begins anew | success: Limits | Limit counter successfully reset.
limits.cleared-many | Limits | many begin anew | success: Limits | Limit counters successfully reset.
limits.delete | Limits | deleting one | question | Delete {name}?
limits.delete-many | Limits | deleting many | question | Delete selected limits?
limits.clear | Limits | resetting one | question | Clear counter for {name}?
limits.clear-many | Limits | resetting many | question | Reset selected limits?
tasks.load | Scheduler | the list cannot be read | error: Scheduler | There was an error loading data for the Scheduler tab. Please try refreshing your browser and logging in again.
tasks.no-access | Scheduler | 401 or 403 for the list; leads home | error: Scheduler | To use the Scheduler tab your role must allow GET access to system/scheduler. To create, update, or delete scheduled tasks, you need POST, PUT, and DELETE access to /system/scheduler and/or /system/scheduler/*.
tasks.empty | Scheduler | there are none | empty | You have no Scheduler Tasks!
tasks.create-first | Scheduler | there are none | label | Create A Scheduler Task!
tasks.no-match | Scheduler | a search without hits | empty | You have no Scheduler Tasks that match your search criteria!
tasks.name-missing | Scheduler | saving without a name | label | Basic
tasks.service-missing | Scheduler | saving without a service | error: Api Error | Service is required.
tasks.service-gone | Scheduler | a task calls a service that is gone | error: Scheduler | Service with id "{id}" not found.
tasks.created | Scheduler | created | success: Scheduler | Scheduler task saved successfully.
tasks.updated | Scheduler | updated | success: Scheduler | Scheduler task updated successfully.
tasks.deleted | Scheduler | one deleted | success: Scheduler | Scheduler task successfully deleted.
tasks.deleted-many | Scheduler | many deleted | success: Scheduler | Scheduler tasks deleted successfully.
tasks.delete | Scheduler | deleting one | question | Delete {name}?
tasks.delete-many | Scheduler | deleting many | question | Delete selected tasks?
reports.load | Reports | what the licence includes cannot be read; leads home | error: Reports | There was an error loading data for the Reports tab. Please try refreshing your browser and logging in again.
reports.no-access | Reports | the list cannot be read; leads home | warning: Reports | To use the Reports tab you must be Root Admin and have GOLD license.
reports.no-match | Reports | a search without hits | empty | You have no Reports that match your search criteria!
scripts.load | Scripts | the scripts or their languages cannot be read | error: Scripts | There was an error loading data for the Scripts tab. Please try refreshing your browser and logging in again.
scripts.no-access | Scripts | 401 or 403 for them; leads home | error: Scripts | To use the Scripts tab your role must allow GET access to system/event_script, system/event, and system/script_type. To create, update, or delete scripts you need POST and DELETE access to /system/event_script.
scripts.hosted | Scripts | the instance runs no scripts | page | This instance runs no scripts
scripts.saved | Scripts | saved | success: Scripts | Script "{name}" saved successfully.
scripts.delete | Scripts | deleting | question | Delete {name}?
scripts.deleted | Scripts | deleted | success: Scripts | Script deleted successfully.
scripts.other-file | Scripts | choosing a file with another ending | error: Scripts | Error: Invalid file format. Only {formats} file format(s) allowed
scripts.pulled | Scripts | a script is read from its source | success: Scripts | Successfully pulled the latest script from source.
scripts.pull-failed | Scripts | it cannot be read | error: Scripts | There was an error pulling the latest script from source. Please make sure your service, path and permissions are correct and try again.
scripts.cleared | Scripts | what is kept of a script is cleared | success: Scripts | Successfully cleared script from cache.
scripts.not-cleared | Scripts | it cannot be cleared | error: Scripts | Failed to cleared script from cache.
profile.load | Profile | it cannot be read | error: Profile | There was an error loading User Profile data. Please try refreshing your browser and logging in again.
profile.mismatch | Profile | the two passwords differ | error: Profile | Passwords do not match.
profile.saved | Profile | saved | success: Profile | Profile updated successfully.
profile.saved-with-password | Profile | saved with a password | success: Profile | Profile and password updated successfully.
profile.only-password | Profile | the password is saved, the rest is refused | error: Profile | Password updated successfully but Profile could not be saved.
launchpad.none | LaunchPad | there are no apps | page | There are no active apps for you yet
launchpad.failed | LaunchPad | the configuration cannot be read | page | The system configuration could not be loaded.
paywall | Any tab | the licence does not include it | page | Access to {service} is available in the commercial product
paywall.access | Admin | access by tabs is not included | page | {service} is available in the commercial product
`

export interface Message {
  readonly id: string
  readonly screen: string
  readonly trigger: string
  readonly kind: MessageKind
  /** Title of a notification; `null` for other kinds. */
  readonly title: string | null
  readonly text: string
}

export const messages: readonly Message[] = table.trim().split('\n').map(readLine)

function readLine(line: string): Message {
  const [id = '', screen = '', trigger = '', where = '', text = ''] = line.split(' | ')
  const [said = '', ...over] = where.split(': ')
  const title = over.length === 0 ? null : over.join(': ')
  const kind = kinds.find((known) => known === said)
  if (kind === undefined || text === '') throw new Error(`Not a line of the catalogue: ${line}`)
  return { id, screen, trigger, kind, title, text }
}

/** A message of the catalogue with its placeholders filled in. */
export function messageOf(id: string, gaps: Readonly<Record<string, string>> = {}): Message {
  const found = messages.find((message) => message.id === id)
  if (!found) throw new Error(`There is no message ${id}.`)
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)
  return { ...found, title: found.title && filled(found.title), text: filled(found.text) }
}
