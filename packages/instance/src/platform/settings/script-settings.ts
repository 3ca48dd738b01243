/** Settings for runs of scripts. */
export const scriptSettings = {
  scriptTimeout: {
    variable: 'MILLWRIGHT_SCRIPT_TIMEOUT',
    flag: 'script-timeout',
    value: 'SECONDS',
    fallback: '30',
    meaning: 'How long a server-side script may run.',
  },
  scriptMemory: {
    variable: 'MILLWRIGHT_SCRIPT_MEMORY_MB',
    flag: 'script-memory-mb',
    value: 'MEGABYTES',
    fallback: '128',
    meaning: 'How much memory a server-side script may use.',
  },
  scriptProcesses: {
    variable: 'MILLWRIGHT_SCRIPT_PROCESSES',
    flag: 'script-processes',
    value: 'NUMBER',
    fallback: '4',
    meaning: 'How many server-side scripts may run at once; others wait.',
  },
  scriptQueue: {
    variable: 'MILLWRIGHT_SCRIPT_QUEUE',
    flag: 'script-queue',
    value: 'NUMBER',
    fallback: '10000',
    meaning: 'How many runs of queued scripts may wait; further ones are dropped.',
  },
} as const
