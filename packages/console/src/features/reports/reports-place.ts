/** Address of the service reports; the tab itself opens with Requests where there are any. */
export const changesView = 'services'

/** Conditions in the address of Requests that leave out the console's own. */
export const withoutConsole = 'own:is:without'
