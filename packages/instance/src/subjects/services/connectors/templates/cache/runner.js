export function open(_settings, _tools) {
  const values = new Map()

  function find(key) {
    const { value = null, until = null } = values.get(key) ?? {}
    if (until === null || until > Date.now()) return value
    values.delete(key)
    return null
  }

  function keep(key, value, seconds) {
    values.set(key, { value, until: seconds === null ? null : Date.now() + seconds * 1000 })
  }

  return {
    get: async (key) => find(key),
    set: async (key, value, seconds) => keep(key, value, seconds),
    async add(key, value, seconds) {
      if (find(key) !== null) return false
      keep(key, value, seconds)
      return true
    },
    async take(key) {
      const found = find(key)
      values.delete(key)
      return found
    },
    async close() {
      values.clear()
    },
  }
}
