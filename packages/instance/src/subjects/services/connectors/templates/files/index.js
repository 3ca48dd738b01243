/** Read at start, so it imports nothing: `load` does, when the first service of the type is asked. */
export const connectors = [
  {
    name: 'my_files',
    label: 'My Files',
    group: 'File',
    shape: 'files',
    description: 'Keeps files in memory, until this node ends.',
    settings: {
      container: {
        authority: 'publishes',
        type: 'text',
        label: 'Container',
        description: 'The folder that holds the files.',
        required: true,
      },
      public_path: {
        authority: 'publishes',
        type: 'array',
        items: 'string',
        label: 'Public Path',
        description: 'Folders whose files everybody may read without signing in.',
      },
    },
    load: () => import('./runner.js'),
  },
]
