/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'my_documents',
    label: 'My Documents',
    group: 'Database',
    shape: 'documents',
    description: 'Keeps documents in memory, until this node ends.',
    settings: {
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
