/** What the wire says of a kind of service. */
export interface ServiceType {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly description: string
}

/** The types that shipped services have, by name. */
export const serviceTypes: readonly ServiceType[] = [
  {
    name: 'local_email',
    label: 'Local Mail',
    group: 'Email',
    description: 'Sends mail through this server, or keeps it in the outbox.',
  },
  { name: 'local_file', label: 'Local Files', group: 'File', description: 'Files and folders on this server.' },
  { name: 'sqlite', label: 'SQLite', group: 'Database', description: 'Tables of a SQLite database file.' },
  {
    name: 'swagger',
    label: 'API Documentation',
    group: 'API Doc',
    description: 'Describes the services of this instance, and lets people try them.',
  },
  { name: 'system', label: 'System', group: 'System', description: 'Administers this instance.' },
  { name: 'user', label: 'User', group: 'User', description: 'Sessions, passwords and profiles of people.' },
]
