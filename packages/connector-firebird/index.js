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
        authority: 'addresses',
        type: 'string',
        label: 'Host',
        description: 'Host name or IP address of the database server, such as db.example.com.',
        format: 'host',
        required: true,
      },
      port: {
        authority: 'addresses',
        type: 'integer',
        label: 'Port Number',
        description: 'The port that the database listens on; 3050 when left empty.',
        between: [1, 65535],
      },
      database: {
        authority: 'addresses',
        type: 'string',
        label: 'Database',
        description: 'Path of the file on that machine, or an alias of it.',
        required: true,
      },
      username: {
        authority: 'addresses',
        type: 'string',
        label: 'Username',
        description: 'Whom to sign in to the database as.',
        secret: 'sealed',
      },
      password: {
        authority: 'plain',
        type: 'password',
        label: 'Password',
        description: 'The password of that user.',
        secret: 'masked',
      },
      options: {
        authority: 'reserved',
        type: 'object',
        label: 'Driver Options',
        description: 'Options of the connection, by name.',
      },
      allow_upsert: {
        authority: 'plain',
        type: 'boolean',
        label: 'Allow Upsert',
        description: 'A PUT creates the records that do not exist yet.',
        default: false,
      },
      max_records: {
        authority: 'plain',
        type: 'integer',
        label: 'Maximum Records',
        description: 'Maximum number of records in one answer; default 1000.',
        default: 1000,
      },
    },
    load: () => import('./runner.js'),
  },
]
