/** Name of the app as which the console makes its requests; a new instance has it. */
export const consoleApp = 'admin'
