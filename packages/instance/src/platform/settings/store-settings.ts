/** Settings for the stores that several nodes share. */
export const storeSettings = {
  databaseUrl: {
    variable: 'MILLWRIGHT_DATABASE_URL',
    flag: 'database',
    value: 'URL',
    isSecret: true,
    fallback: '',
    meaning:
      'postgres://… for the instance’s own tables; without it, SQLite in the data folder. Several hosts, as in postgres://one,other/name, are a primary and its standbys.',
  },
  databaseListenUrl: {
    variable: 'MILLWRIGHT_DATABASE_LISTEN_URL',
    flag: 'database-listen',
    value: 'URL',
    isSecret: true,
    fallback: '',
    meaning:
      'postgres://… of the same database without a pooler, for notifications between nodes. Set it when MILLWRIGHT_DATABASE_URL points to PgBouncer in transaction mode.',
  },
  databaseTimeout: {
    variable: 'MILLWRIGHT_DATABASE_TIMEOUT',
    flag: 'database-timeout',
    value: 'SECONDS',
    fallback: '15',
    meaning:
      'Timeout in seconds of a statement on the instance’s own PostgreSQL, after which the request fails with 503. Connecting times out after 5 seconds.',
  },
  redisUrl: {
    variable: 'MILLWRIGHT_REDIS_URL',
    flag: 'redis',
    value: 'URL',
    isSecret: true,
    fallback: '',
    meaning:
      'redis://… for counters and caches shared by several nodes; redis+sentinel://HOST:PORT,HOST:PORT/GROUP for one monitored by Sentinel.',
  },
  changesBy: {
    variable: 'MILLWRIGHT_CHANGES',
    flag: 'changes',
    value: 'listen|redis',
    fallback: 'listen',
    meaning:
      'How nodes are notified of each other’s changes: by PostgreSQL’s LISTEN, or by the Redis of MILLWRIGHT_REDIS_URL. Must be the same on all nodes.',
  },
  limitsWhenAway: {
    variable: 'MILLWRIGHT_LIMITS_WHEN_AWAY',
    flag: 'limits-when-away',
    value: 'refuse|pass',
    fallback: 'refuse',
    meaning: 'Whether requests subject to a limit are refused with 503 or let through while Redis is unavailable.',
  },
} as const
