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
  { label: 'Getting Started Guide', text: 'From an empty folder to a first answer.', href: '' },
  { label: 'Video Tutorials', text: 'The same, to watch.', href: '' },
  { label: 'Full Documentation', text: 'Every call and every setting.', href: '' },
  { label: 'Community Forum', text: 'Ask others who use it.', href: '' },
  { label: 'Bugs and Feature Requests', text: 'Tell what is wrong or missing.', href: '' },
  { label: 'Blog', text: 'What is new.', href: '' },
  { label: 'Contact Support', text: 'Reach the people behind it.', href: '' },
]

/** Sample applications for the platforms that people ask for. */
export const exampleLinks: readonly OutsideLink[] = [
  { label: 'Objective-C', text: 'Native', href: '' },
  { label: 'Apple Swift', text: 'Native', href: '' },
  { label: 'Android Java', text: 'Native', href: '' },
  { label: 'Microsoft .NET', text: 'Native', href: '' },
  { label: 'JavaScript', text: 'Browser', href: '' },
  { label: 'Ionic', text: 'Browser', href: '' },
  { label: 'Titanium', text: 'Browser', href: '' },
  { label: 'AngularJS', text: 'Browser', href: '' },
  { label: 'Angular 2', text: 'Browser', href: '' },
  { label: 'React', text: 'Browser', href: '' },
]

/** Places to get an installer for another machine or a cloud. */
export const installerLinks: readonly OutsideLink[] = [
  { label: 'Docker', text: 'Cloud', href: '' },
  { label: 'Amazon', text: 'Cloud', href: '' },
  { label: 'Azure', text: 'Cloud', href: '' },
  { label: 'Google', text: 'Cloud', href: '' },
  { label: 'Linux', text: 'Local', href: '' },
  { label: 'OS X', text: 'Local', href: '' },
  { label: 'Windows', text: 'Local', href: '' },
]

export interface Command {
  readonly title: string
  readonly text: string
  readonly lines: string
}

/** Three calls that show how the API is used, for the instance at an address such as `https://api.example.com/api/v2`. */
export function firstCalls(api: string, apiKeyHeader: string, tokenHeader: string): readonly Command[] {
  return [
    {
      title: 'Sign in',
      text: 'Sends an e-mail address and a password, answers a session token.',
      lines: `curl -X POST ${api}/user/session \\\n  -H '${apiKeyHeader}: YOUR_API_KEY' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"email":"you@example.com","password":"YOUR_PASSWORD"}'`,
    },
    {
      title: 'List the services',
      text: 'What this instance offers to you.',
      lines: `curl ${api} \\\n  -H '${apiKeyHeader}: YOUR_API_KEY' \\\n  -H '${tokenHeader}: YOUR_TOKEN'`,
    },
    {
      title: 'Read some records',
      text: 'Ten administrators, the newest first, with two of their fields.',
      lines: `curl '${api}/system/admin?limit=10&order=id%20DESC&fields=id,email' \\\n  -H '${tokenHeader}: YOUR_TOKEN'`,
    },
  ]
}

export const installCommands: readonly Command[] = [
  {
    title: 'On this or another machine',
    text: 'Console and instance together; Node 24 or newer is all it needs.',
    lines: 'npx millwright',
  },
  {
    title: 'With PostgreSQL',
    text: 'The same instance, its records in a database of yours.',
    lines: 'npx millwright serve --database postgres://user@host/database',
  },
  {
    title: 'Only the console',
    text: 'In front of an instance that is already running somewhere.',
    lines: 'npx millwright console --instance https://api.example.com --api-key YOUR_API_KEY',
  },
]
