/** A database URL such as `postgres://user:password@host:5432/name`, as service settings. */
export interface DatabaseAddress {
  /** The service type, such as `pgsql`. */
  readonly type: string
  /** The display name of the type. */
  readonly label: string
  readonly config: Readonly<Record<string, string | number>>
  /** A suggested service name. */
  readonly name: string
}

interface Scheme {
  readonly type: string
  readonly label: string
  readonly port: number
}

const schemes = new Map<string, Scheme>([
  ['postgres', { type: 'pgsql', label: 'PostgreSQL', port: 5432 }],
  ['postgresql', { type: 'pgsql', label: 'PostgreSQL', port: 5432 }],
  ['mysql', { type: 'mysql', label: 'MySQL', port: 3306 }],
  ['mariadb', { type: 'mariadb', label: 'MariaDB', port: 3306 }],
  ['mongodb', { type: 'mongodb', label: 'MongoDB', port: 27_017 }],
  ['mongodb+srv', { type: 'mongodb', label: 'MongoDB', port: 27_017 }],
  ['sqlserver', { type: 'sqlsrv', label: 'SQL Server', port: 1433 }],
  ['mssql', { type: 'sqlsrv', label: 'SQL Server', port: 1433 }],
])

/** Setting names by type for the parameters of a URL. */
const parameters = new Map([
  ['sslmode', 'sslmode'],
  ['charset', 'charset'],
  ['schema', 'schema'],
  ['currentschema', 'schema'],
])

/**
 * Parses a URL as accepted by database clients: `scheme://user:password@host:port/name?sslmode=require`, and for SQL Server also
 * `sqlserver://host:port;database=name;user=…;password=…`. Returns `null` for other text.
 */
export function readDatabaseAddress(text: string): DatabaseAddress | null {
  const [, word = '', rest = ''] = /^\s*(?:jdbc:)?([a-z+]+):\/\/(\S+)\s*$/i.exec(text) ?? []
  const scheme = schemes.get(word.toLowerCase())
  if (scheme === undefined) return null
  const [place = '', ...settings] = rest.split(';')
  // With an unknown scheme, the host is parsed unchanged, including IPv6.
  const url = URL.parse(`db://${place}`)
  if (url === null || url.hostname === '') return null
  const said = new Map([
    ...pairs(settings),
    ...[...url.searchParams].map(([name, value]) => [name.toLowerCase(), value] as const),
  ])
  const parts = {
    host: decoded(url.hostname.replace(/^\[|\]$/g, '')),
    database: decoded(url.pathname.slice(1)) || said.get('database') || said.get('databasename'),
    username: decoded(url.username) || said.get('user') || said.get('username') || said.get('uid'),
    password: decoded(url.password) || said.get('password') || said.get('pwd'),
  }
  const more = [...parameters].map(([name, setting]) => [setting, said.get(name)] as const)
  const texts = [...Object.entries(parts), ...more].filter((entry): entry is [string, string] => Boolean(entry[1]))
  return {
    type: scheme.type,
    label: scheme.label,
    config: { ...Object.fromEntries(texts), port: Number(url.port) || scheme.port },
    name: parts.database || parts.host,
  }
}

function pairs(settings: readonly string[]): (readonly [string, string])[] {
  return settings.flatMap((setting) => {
    const [, name, value] = /^\s*([^=]+?)\s*=(.*)$/.exec(setting) ?? []
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const]
  })
}

/** Decodes a part of the URL; one with an unescaped percent sign is returned unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

let handed: DatabaseAddress | null = null

/** Stores a database URL in memory for the next form; it contains a password and therefore never becomes part of a console URL. */
export function handOver(address: DatabaseAddress): void {
  handed = address
}

/** Returns the stored database URL and clears it. */
export function takeOver(): DatabaseAddress | null {
  const taken = handed
  handed = null
  return taken
}

/** Derives a name from a label: `My Shop (new)` becomes `my_shop_new`. */
export function nameFor(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
}
