/** Names, addresses and lookup keys; nothing that could end its part of an address and begin another one. */
const plain = /^(?:[\w.:$#-]|\{[^{}]*\})*$/

/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'oracle',
    label: 'Oracle (experimental)',
    group: 'Database',
    shape: 'database',
    description: 'Reads and writes the tables of an Oracle database.',
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
        description: 'The port that the database listens on; 1521 when left empty.',
        between: [1, 65535],
      },
      database: {
        authority: 'addresses',
        type: 'string',
        label: 'Service Name',
        description: 'Name of the service that the listener knows the database by, such as FREEPDB1.',
        required: true,
      },
      protocol: {
        authority: 'addresses',
        type: 'picklist',
        label: 'Protocol',
        description: 'TCPS encrypts, and asks who signed the certificate of the server.',
        values: [
          { name: 'tcp', label: 'TCP' },
          { name: 'tcps', label: 'TCPS' },
        ],
        default: 'tcp',
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
      schema: {
        authority: 'plain',
        type: 'string',
        label: 'Schema',
        description:
          'Whose tables the service has, in the case that the database has it; those of the user when left empty.',
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
    check: ({ database }) =>
      typeof database === 'string' && !plain.test(database)
        ? { database: ['database must be the name of a service: letters, digits, points and hyphens.'] }
        : {},
    load: () => import('./runner.js'),
  },
]
