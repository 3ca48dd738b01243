/** The settings of what several nodes share. */
export const storeSettings = {
  databaseUrl: {
    variable: 'MILLWRIGHT_DATABASE_URL',
    flag: 'database',
    value: 'URL',
    fallback: '',
    meaning:
      'postgres://… to keep the own tables there; without it, SQLite in the data folder. Several hosts, as in postgres://one,other/name, are a primary and its standbys.',
  },
  databaseListenUrl: {
    variable: 'MILLWRIGHT_DATABASE_LISTEN_URL',
    flag: 'database-listen',
    value: 'URL',
    fallback: '',
    meaning:
      'postgres://… of the same database, not through a pooler, where nodes hear of each other’s changes. Set it when MILLWRIGHT_DATABASE_URL leads to PgBouncer in transaction mode, which keeps no sessions.',
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
    meaning:
      'redis://… for counters and kept answers that several nodes share; redis+sentinel://HOST:PORT,HOST:PORT/GROUP for one that Sentinels watch.',
  },
  changesBy: {
    variable: 'MILLWRIGHT_CHANGES',
    flag: 'changes',
    value: 'listen|redis',
    fallback: 'listen',
    meaning:
      'How nodes hear of each other’s changes: by LISTEN of PostgreSQL, or by the Redis of MILLWRIGHT_REDIS_URL. The same on all nodes.',
  },
  limitsWhenAway: {
    variable: 'MILLWRIGHT_LIMITS_WHEN_AWAY',
    flag: 'limits-when-away',
    value: 'refuse|pass',
    fallback: 'refuse',
    meaning: 'Whether calls that a limit concerns are refused with 503 or let through while Redis cannot count them.',
  },
} as const
