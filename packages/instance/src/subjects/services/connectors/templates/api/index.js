/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'my_api',
    label: 'My API',
    group: 'Remote Service',
    shape: 'api',
    description: 'Reads what another API has.',
    settings: {
      address: {
        authority: 'addresses',
        type: 'string',
        label: 'Address',
        description: 'Where the other API is.',
        format: 'url',
        required: true,
      },
      token: {
        authority: 'plain',
        type: 'password',
        label: 'Token',
        description: 'Sent along as a bearer token.',
        secret: 'masked',
      },
    },
    check: ({ address }) =>
      String(address).startsWith('https:') || String(address).startsWith('http:')
        ? null
        : { address: ['address must begin with http:// or https://.'] },
    trial: { resource: '', params: { check: 'true' } },
    paths: [{ path: '{path}', verbs: ['GET'] }],
    describe: (service) => ({
      paths: {
        '/{path}': {
          parameters: [{ name: 'path', in: 'path', required: true, schema: { type: 'string' } }],
          get: {
            operationId: `read-${service}`,
            summary: 'Read something',
            responses: { 200: { description: 'What the other API answered.' } },
          },
        },
      },
      components: {},
    }),
    load: () => import('./runner.js'),
  },
]
