import type { SourceFile } from './source-files.ts'
import { type WrittenText, writtenTexts } from './written-texts.ts'

/** Names and addresses reserved for examples and tests, loopback, and namespaces of XML and JSON Schema; the program never contacts them. */
const harmlessHosts =
  /^(localhost|127(\.\d+){3}|0\.0\.0\.0|(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+|\[::1?\]|(.+\.)?example\.(com|org|net)|(.+\.)?(test|invalid|example|localhost)|www\.w3\.org|json-schema\.org|docs\.oasis-open\.org|schemas\.(?:xmlsoap\.org|microsoft\.com|openxmlformats\.org))$/

/** Fixed hosts of service kinds: contacted once an administrator has added such a service. */
const kindsWithHosts: readonly (readonly [folder: string, hosts: RegExp])[] = [
  ['packages/connector-salesforce/src/salesforce-settings.', /^login\.salesforce\.com$/],
  ['packages/instance/src/subjects/identity/email/mail-apis.', /^api\.(eu\.)?mailgun\.net$/],
  ['packages/connector-push/src/apns-settings.', /^api\.(sandbox\.)?push\.apple\.com$/],
  ['packages/connector-push/src/fcm-', /^(www|fcm|oauth2)\.googleapis\.com$/],
  ['packages/instance/src/subjects/integrations/repositories/', /^api\.(github\.com|bitbucket\.org)$/],
  [
    'packages/instance/src/subjects/identity/people/oauth/providers.',
    /^((api\.)?(github\.com|x\.com|bitbucket\.org)|(www|graph)\.facebook\.com|(www|api)\.linkedin\.com|accounts\.google\.com|login\.microsoftonline\.com|graph\.microsoft\.com|sts\.windows\.net|(www|cloudidentity)\.googleapis\.com)$/,
  ],
  [
    'packages/instance/src/subjects/identity/people/oauth/entra-programs.',
    /^(login\.microsoftonline\.com|sts\.windows\.net)$/,
  ],
]

/** Hosts in a text that are not examples: a request to them would not have been configured by anyone. */
export function outsideHosts({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(/\b(?:https?|wss?):\/\/(?:[^\s/@'"`<>]*@)?(\[[^\]]*\]|[a-z0-9][a-z0-9.-]*)/gi)]
    .map(([, host = '']) => host.toLowerCase().replace(/\.$/, ''))
    .filter((host) => host.includes('.') && !harmlessHosts.test(host))
    .filter((host) => !kindsWithHosts.some(([folder, hosts]) => path.startsWith(folder) && hosts.test(host)))
    .map((host) => `${path} names the host ${host}`)
}

/** Places where a text names the API's original maker, except in header names. */
export function makersName({ path, text }: SourceFile, header: string): readonly string[] {
  const [prefix, name] = header.split('-')
  if (prefix === undefined || name === undefined) return []
  return text
    .replaceAll(new RegExp(`${prefix}-${name}-`, 'gi'), '')
    .split('\n')
    .flatMap((line, index) =>
      line.toLowerCase().includes(name.toLowerCase()) ? [`${path}:${index + 1} ${line.trim()}`] : [],
    )
}

/** Words that refer to papers which readers of the repository do not have. */
const elsewhere =
  /\.\.\/shared\/(contract|spec|design)|\/work\/(main|shared)|\bthe (spec|specification|issue)\b|\bhelper [A-H]\b/i

export function pointsElsewhere({ path, text }: SourceFile): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (elsewhere.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []))
}

/** A retired term and its replacement. */
export interface RetiredTerm {
  readonly term: string
  readonly instead: string
}

/** The retired terms in a page's table; several in one cell are separated by commas. */
export function retiredTerms(page: string): readonly RetiredTerm[] {
  const [, table = ''] = /^\| Retired \| Used \|\n\|[ -|]+\n((?:\|.*\n)+)/m.exec(page) ?? []
  return [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].flatMap(([, terms = '', instead = '']) =>
    terms.split(', ').map((term) => ({ term, instead })),
  )
}

/** Identifiers in code, such as field names, are not texts. */
const name = /^[a-z][\w-]*$/

/** Texts of a source or page that contain a retired term, with its replacement. */
export function retiredWords(file: SourceFile, terms: readonly RetiredTerm[]): readonly string[] {
  const rules = terms
    .map(({ term, instead }) => ({ instead, at: new RegExp(`\\b${term}s?\\b`, 'i') }))
    .filter(({ at }) => at.test(file.text))
  if (rules.length === 0) return []
  const texts = /\.tsx?$/.test(file.path) ? writtenTexts(file) : pageTexts(file)
  return texts
    .filter(({ text }) => !name.test(text))
    .flatMap(({ path, line, text }) =>
      rules.filter(({ at }) => at.test(text)).map(({ instead }) => `${path}:${line} ${text}: say ${instead}`),
    )
}

/** The lines of a page. */
function pageTexts({ path, text }: SourceFile): readonly WrittenText[] {
  return text.split('\n').map((each, index) => ({ path, line: index + 1, text: each }))
}
