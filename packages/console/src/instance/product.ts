export const productName = 'Millwright'
/** The console version whose screens and messages this console follows. */
export const consoleVersion = '4.12.0'
