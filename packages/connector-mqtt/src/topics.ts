const longestTopic = 65_535

const isTopic = (topic: string) =>
  topic !== '' && Buffer.byteLength(topic) <= longestTopic && !topic.includes('\0') && topic.isWellFormed()

export const isPublishable = (topic: string) => isTopic(topic) && !/[+#]/.test(topic)

/** Whether a text can be subscribed to: `+` is a whole level, `#` the last one. */
export const isFilter = (topic: string) =>
  isTopic(topic) &&
  topic
    .split('/')
    .every((level, at, all) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === all.length - 1))

/** Whether a topic matches a filter. */
export function matches(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')]
  // Wildcards do not match topics of the broker itself.
  if (topic.startsWith('$') && !filter.startsWith('$')) return false
  const end = wanted.indexOf('#')
  const length = end < 0 ? wanted.length : end
  if (end < 0 ? levels.length !== length : levels.length < length) return false
  return wanted.slice(0, length).every((level, at) => level === '+' || level === levels[at])
}
