/** Name of the role and the app that Home creates for a first request. */
export const firstCallName = 'First call'
