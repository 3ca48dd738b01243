/** What the role and the app are called that Home makes for a first call. */
export const firstCallName = 'First call'
