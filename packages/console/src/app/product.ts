export const productName = 'Millwright'
/** The console generation whose screens and messages this console keeps to. */
export const consoleVersion = '4.12.0'
