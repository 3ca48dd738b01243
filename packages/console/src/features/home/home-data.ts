/**
 * Every outside address of the home page, in one place, so that a distribution can put its own in. An entry without an
 * address is not shown.
 */
export interface OutsideLink {
  readonly label: string
  readonly text: string
  readonly href: string
}

export const helpLinks: readonly OutsideLink[] = [
  { label: 'Getting Started Guide', text: 'From an empty folder to the first response.', href: '' },
  { label: 'Video Tutorials', text: 'The same, to watch.', href: '' },
  { label: 'Full Documentation', text: 'Every call and every setting.', href: '' },
  { label: 'Community Forum', text: 'Ask others who use it.', href: '' },
  { label: 'Bugs and Feature Requests', text: 'Report bugs, request features.', href: '' },
  { label: 'Blog', text: 'What is new.', href: '' },
  { label: 'Contact Support', text: 'Contact the makers.', href: '' },
]

/** Sample applications for the platforms that people ask for. */
export const exampleLinks: readonly OutsideLink[] = [
  { label: 'Objective-C', text: 'Native', href: '' },
  { label: 'Apple Swift', text: 'Native', href: '' },
  { label: 'Android Java', text: 'Native', href: '' },
  { label: 'Microsoft .NET', text: 'Native', href: '' },
  { label: 'JavaScript', text: 'JavaScript', href: '' },
  { label: 'Ionic', text: 'JavaScript', href: '' },
  { label: 'Titanium', text: 'JavaScript', href: '' },
  { label: 'AngularJS', text: 'JavaScript', href: '' },
  { label: 'Angular 2', text: 'JavaScript', href: '' },
  { label: 'React', text: 'JavaScript', href: '' },
]

/** Places to get an installer for another machine or a cloud. */
export const installerLinks: readonly OutsideLink[] = [
  { label: 'Oracle Cloud', text: 'Cloud', href: '' },
  { label: 'Bitnami', text: 'Cloud', href: '' },
  { label: 'Docker', text: 'Cloud', href: '' },
  { label: 'Amazon', text: 'Cloud', href: '' },
  { label: 'Azure', text: 'Cloud', href: '' },
  { label: 'Google', text: 'Cloud', href: '' },
  { label: 'VMware', text: 'Cloud', href: '' },
  { label: 'Linux', text: 'Local', href: '' },
  { label: 'OS X', text: 'Local', href: '' },
  { label: 'Windows', text: 'Local', href: '' },
  { label: 'Source', text: 'Local', href: '' },
]

/** What the program says of itself, by its place in the repository. */
export const documents: readonly { readonly path: string; readonly about: string }[] = [
  { path: 'README.md', about: 'What this is, and how to start it.' },
  { path: 'docs/settings.md', about: 'Every setting of an instance: ports, data, mail, limits, names and colours.' },
  { path: 'docs/console.md', about: 'How the console behaves, and its keyboard shortcuts.' },
  { path: 'docs/wire/requests.md', about: 'Addresses, verbs, credentials and parameters of every call.' },
  { path: 'docs/wire/filters.md', about: 'The syntax of filters and sort orders.' },
  { path: 'docs/wire/formats.md', about: 'JSON, XML and CSV, in and out.' },
  { path: 'docs/wire/records.md', about: 'Fields and relations of admins, users, roles, apps and the rest.' },
  { path: 'docs/wire/access.md', about: 'How access is decided.' },
  { path: 'docs/wire/sessions.md', about: 'Logging in, refreshing and ending sessions; passwords and profiles.' },
  { path: 'docs/wire/errors.md', about: 'Error responses, single and in batches.' },
  { path: 'docs/wire/services.md', about: 'The list of services and their types.' },
  { path: 'docs/wire/cors.md', about: 'Calls from pages of other origins.' },
  { path: 'docs/wire/email.md', about: 'Where mail goes, and its templates.' },
  { path: 'docs/wire/environment.md', about: 'What an instance announces about itself.' },
  { path: 'docs/wire/console.md', about: 'The settings that a console starts with.' },
]
