/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'my_messages',
    label: 'My Messages',
    group: 'Notification',
    shape: 'messages',
    description: 'Sends messages to an address of your own.',
    settings: {
      address: {
        authority: 'addresses',
        type: 'string',
        label: 'Address',
        description: 'Where messages are posted to.',
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
    paths: [{ path: '', verbs: ['POST'] }],
    describe: (service) => ({
      paths: {
        '/': {
          post: {
            operationId: `send-${service}`,
            summary: 'Send a message',
            requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
            responses: { 200: { description: 'Sent.' } },
          },
        },
      },
      components: {},
    }),
    load: () => import('./runner.js'),
  },
]
