/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'my_cache',
    label: 'My Cache',
    group: 'Cache',
    shape: 'cache',
    description: 'Remembers values in memory, until this node ends.',
    settings: {
      default_ttl: {
        authority: 'plain',
        type: 'integer',
        label: 'Default TTL',
        description: 'Minutes until a value expires, unless a request sets it.',
        default: 300,
      },
    },
    load: () => import('./runner.js'),
  },
]
