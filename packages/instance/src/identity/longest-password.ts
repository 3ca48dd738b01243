/** Characters of a password: more would only cost time. */
export const longestPassword = 1000
