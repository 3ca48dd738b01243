/** Conditions in the address of Requests that leave out the console's own. */
export const withoutConsole = 'own:is:without'
