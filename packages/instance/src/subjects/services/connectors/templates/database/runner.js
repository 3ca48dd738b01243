/** What differs from the database that this one speaks like is a member that stands here: how it connects, its dialect, its schema. */
export function open(_settings, { engines }) {
  return { ...engines.pgsql, name: 'my_database' }
}
