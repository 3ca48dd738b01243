/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'firebird',
    label: 'Firebird',
    group: 'Database',
    shape: 'database',
    description: 'Reads and writes the tables of a Firebird database.',
    settings: {
      host: {
        type: 'string',
        label: 'Host',
        description: 'Host name or IP address of the database server, such as db.example.com.',
        format: 'host',
        required: true,
        destination: true,
      },
      port: {
        type: 'integer',
        label: 'Port Number',
        description: 'The port that the database listens on; 3050 when left empty.',
        between: [1, 65535],
        destination: true,
      },
      database: {
        type: 'string',
        label: 'Database',
        description: 'Path of the file on that machine, or an alias of it.',
        required: true,
        destination: true,
      },
      username: {
        type: 'string',
        label: 'Username',
        description: 'Whom to sign in to the database as.',
        secret: 'sealed',
        destination: true,
      },
      password: { type: 'password', label: 'Password', description: 'The password of that user.', secret: 'masked' },
      options: { type: 'object', label: 'Driver Options', description: 'Options of the connection, by name.' },
      allow_upsert: {
        type: 'boolean',
        label: 'Allow Upsert',
        description: 'A PUT creates the records that do not exist yet.',
        default: false,
      },
      max_records: {
        type: 'integer',
        label: 'Maximum Records',
        description: 'Maximum number of records in one answer; default 1000.',
        default: 1000,
      },
    },
    load: () => import('./runner.js'),
  },
]
