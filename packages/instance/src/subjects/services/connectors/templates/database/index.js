/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'my_database',
    label: 'My Database',
    group: 'Database',
    shape: 'database',
    description: 'Reads and writes the tables of a database that speaks as PostgreSQL does.',
    settings: {
      host: {
        authority: 'addresses',
        type: 'string',
        label: 'Host',
        description: 'Name of the server.',
        format: 'host',
        required: true,
      },
      port: {
        authority: 'addresses',
        type: 'integer',
        label: 'Port',
        description: 'Port of the server.',
        default: 5432,
      },
      database: {
        authority: 'addresses',
        type: 'string',
        label: 'Database',
        description: 'Name of the database.',
        required: true,
      },
      username: {
        authority: 'addresses',
        type: 'string',
        label: 'Username',
        description: 'The username to sign in with.',
        secret: 'sealed',
      },
      password: {
        authority: 'plain',
        type: 'password',
        label: 'Password',
        description: 'The password of that user.',
        secret: 'masked',
      },
      max_records: {
        authority: 'plain',
        type: 'integer',
        label: 'Maximum Records',
        description: 'The most records that one answer holds.',
        default: 1000,
      },
    },
    load: () => import('./runner.js'),
  },
]
