import { t } from './messages.ts'

/**
 * All external URLs of the home page in one place, so that a distribution can replace them. An entry without a URL is not shown.
 */
export interface OutsideLink {
  readonly label: string
  readonly text: string
  readonly href: string
}

/** A link with a kind, by which lists are filtered. */
interface KindLink {
  readonly label: string
  readonly kind: 'native' | 'javascript' | 'cloud' | 'local'
  readonly href: string
}

export const helpLinks = (): readonly OutsideLink[] => [
  { label: t.gettingStartedGuide, text: t.gettingStartedHelp, href: '' },
  { label: t.videoTutorials, text: t.videosHelp, href: '' },
  { label: t.fullDocumentation, text: t.documentationHelp, href: '' },
  { label: t.communityForum, text: t.forumHelp, href: '' },
  { label: t.bugsTitle, text: t.bugsHelp, href: '' },
  { label: t.blog, text: t.whatIsNew, href: '' },
  { label: t.contactSupport, text: t.contactTheMakers, href: '' },
]

/** Sample applications for common platforms. */
const examples: readonly KindLink[] = [
  { label: 'Objective-C', kind: 'native', href: '' },
  { label: 'Apple Swift', kind: 'native', href: '' },
  { label: 'Android Java', kind: 'native', href: '' },
  { label: 'Microsoft .NET', kind: 'native', href: '' },
  { label: 'JavaScript', kind: 'javascript', href: '' },
  { label: 'Ionic', kind: 'javascript', href: '' },
  { label: 'Titanium', kind: 'javascript', href: '' },
  { label: 'AngularJS', kind: 'javascript', href: '' },
  { label: 'Angular 2', kind: 'javascript', href: '' },
  { label: 'React', kind: 'javascript', href: '' },
]

/** Where to get an installer for another machine or a cloud. */
const installers: readonly KindLink[] = [
  { label: 'Oracle Cloud', kind: 'cloud', href: '' },
  { label: 'Bitnami', kind: 'cloud', href: '' },
  { label: 'Docker', kind: 'cloud', href: '' },
  { label: 'Amazon', kind: 'cloud', href: '' },
  { label: 'Azure', kind: 'cloud', href: '' },
  { label: 'Google', kind: 'cloud', href: '' },
  { label: 'VMware', kind: 'cloud', href: '' },
  { label: 'Linux', kind: 'local', href: '' },
  { label: 'OS X', kind: 'local', href: '' },
  { label: 'Windows', kind: 'local', href: '' },
  { label: 'Source', kind: 'local', href: '' },
]

const wordOf = (kind: KindLink['kind']) =>
  ({ native: t.native, javascript: 'JavaScript', cloud: t.cloud, local: t.local })[kind]

/** Returns the links of a kind, or all links. */
function ofKind(links: readonly KindLink[], wanted?: KindLink['kind']): readonly OutsideLink[] {
  return links
    .filter(({ kind }) => wanted === undefined || kind === wanted)
    .map(({ label, kind, href }) => ({ label, text: wordOf(kind), href }))
}

export const exampleLinks = (kind?: 'native' | 'javascript') => ofKind(examples, kind)
export const installerLinks = (kind?: 'cloud' | 'local') => ofKind(installers, kind)

/** Documents of the program, by path in the repository. */
export const documents = (): readonly { readonly path: string; readonly about: string }[] => [
  { path: 'README.md', about: t.readmeHelp },
  { path: 'docs/settings.md', about: t.settingsDocHelp },
  { path: 'docs/console.md', about: t.consoleDocHelp },
  { path: 'docs/wire/requests.md', about: t.requestsDocHelp },
  { path: 'docs/wire/filters.md', about: t.filtersDocHelp },
  { path: 'docs/wire/formats.md', about: t.formatsDocHelp },
  { path: 'docs/wire/records.md', about: t.recordsDocHelp },
  { path: 'docs/wire/access.md', about: t.accessDocHelp },
  { path: 'docs/wire/sessions.md', about: t.sessionsDocHelp },
  { path: 'docs/wire/errors.md', about: t.errorsDocHelp },
  { path: 'docs/wire/services.md', about: t.servicesDocHelp },
  { path: 'docs/wire/cors.md', about: t.corsDocHelp },
  { path: 'docs/wire/email.md', about: t.emailDocHelp },
  { path: 'docs/wire/environment.md', about: t.environmentDocHelp },
  { path: 'docs/wire/console.md', about: t.consoleSettingsHelp },
]
