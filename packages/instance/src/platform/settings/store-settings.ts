/** The settings of what several nodes share. */
export const storeSettings = {
  databaseUrl: {
    variable: 'MILLWRIGHT_DATABASE_URL',
    flag: 'database',
    value: 'URL',
    fallback: '',
    meaning: 'postgres://… to keep the own tables there; without it, SQLite in the data folder.',
  },
  databaseTimeout: {
    variable: 'MILLWRIGHT_DATABASE_TIMEOUT',
    flag: 'database-timeout',
    value: 'SECONDS',
    fallback: '15',
    meaning:
      'Seconds that one statement on the own PostgreSQL may take; a call that needs it is 503 then. A connection is waited for 5 seconds.',
  },
  redisUrl: {
    variable: 'MILLWRIGHT_REDIS_URL',
    flag: 'redis',
    value: 'URL',
    fallback: '',
    meaning: 'redis://… for counters and kept answers that several nodes share.',
  },
  limitsWhenAway: {
    variable: 'MILLWRIGHT_LIMITS_WHEN_AWAY',
    flag: 'limits-when-away',
    value: 'refuse|pass',
    fallback: 'refuse',
    meaning: 'Whether calls that a limit concerns are refused with 503 or let through while Redis cannot count them.',
  },
} as const
