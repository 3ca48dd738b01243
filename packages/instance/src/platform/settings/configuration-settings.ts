/** Settings of configuration as code. */
export const configurationSettings = {
  configFolder: {
    variable: 'MILLWRIGHT_CONFIG',
    flag: 'config',
    value: 'FOLDER',
    fallback: '',
    meaning: 'Folder of configuration to apply at each start, before the instance is ready.',
  },
  configOverlay: {
    variable: 'MILLWRIGHT_CONFIG_OVERLAY',
    flag: 'config-overlay',
    value: 'NAME',
    fallback: '',
    meaning: 'Overlay of that folder to apply, such as production.',
  },
  configLock: {
    variable: 'MILLWRIGHT_CONFIG_LOCK',
    flag: 'config-lock',
    fallback: '0',
    meaning: 'Refuses edits of records that a folder of configuration manages.',
  },
} as const
